import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { HoldFlag } from "@tollgate/core"
import { migrations } from "../src/migrations/index.js"
import { checksumOf } from "../src/schema/checksumOf.js"
import { Names } from "../src/spending/rows/Names.js"
import { holdOf, holdRowOf } from "./support/storedHolds.js"

/** The migrations of published versions. A new one gets its row when it is published; no row ever changes. */
const released: Readonly<Record<string, { readonly sqlite: string; readonly postgres: string }>> = {}

const none = () => []

describe("A released migration", () => {
  it("has the text that it was released with, and is among the first of all", () => {
    const checksums = Object.keys(released).map((name) => {
      const statements = migrations[name] ?? none
      return [name, { sqlite: checksumOf(statements("sqlite")), postgres: checksumOf(statements("postgres")) }]
    })
    expect(Object.fromEntries(checksums)).toEqual(released)
    expect(Object.keys(migrations).slice(0, checksums.length)).toEqual(Object.keys(released))
  })
})

describe("A migration", () => {
  it("has a text that depends on no file but those of the migrations, which never change", () => {
    const folder = fileURLToPath(new URL("../src/migrations", import.meta.url))
    const imported = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => {
        const text = readFileSync(`${folder}/${name}`, "utf8")
        return [...text.matchAll(/from "(.*)"/g)].map(([, from]) => new URL(from ?? "", `file:///migrations/${name}`))
      })
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter(({ pathname }) => !pathname.startsWith("/migrations/"))).toEqual([])
  })

  it("has an index of holds for each flag, by the bit that a row has for it", () => {
    const texts = (["sqlite", "postgres"] as const).map((name) =>
      Object.values(migrations)
        .flatMap((statements) => statements(name))
        .join("\n")
    )
    for (const flag of HoldFlag.literals) {
      const { flags } = holdRowOf(holdOf(1, { flags: [flag] }), new Names())
      for (const text of texts) {
        expect(text).toContain(`INDEX spending_holds_${flag} ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & ${flags} <> 0`)
      }
    }
  })
})
