import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { operations } from "@tollgate/http"
import { cases, loadCases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { emitCases } from "../../src/conformance/emitCases.js"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-cases-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const emit = (list = cases) => emitCases(list, pathToFileURL(`${folder}/`))
const read = () => Effect.runPromise(loadCases(pathToFileURL(`${folder}/`)))

describe("the cases as JSON", () => {
  it("are a file for each operation, and one for what belongs to none", () => {
    emit()
    expect(readdirSync(folder)).toEqual(
      [...operations.map(({ id }) => id), "transport"].map((id) => `${id}.json`).sort()
    )
    for (const name of readdirSync(folder)) {
      const list: ReadonlyArray<{ operationId: string | null }> = JSON.parse(readFileSync(join(folder, name), "utf8"))
      expect(new Set(list.map(({ operationId }) => `${operationId ?? "transport"}.json`))).toEqual(new Set([name]))
    }
  })

  it("read back as the same cases", async () => {
    emit()
    const byNumber = (await read()).toSorted((a, b) => a.n - b.n)
    expect(byNumber).toEqual(cases)
  })

  it("are written only where they changed, and taken away with their operation", () => {
    writeFileSync(join(folder, "README.md"), "")
    writeFileSync(join(folder, "deleteEverything.json"), "[]")
    emit()
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0)
    const [first, ...others] = cases
    emit(first === undefined ? [] : [{ ...first, name: "another name" }, ...others])
    const written = readdirSync(folder).filter((name) => statSync(join(folder, name)).mtimeMs > 0)
    expect(written).toEqual([`${first?.operationId}.json`])
    expect(readdirSync(folder)).toContain("README.md")
    expect(readdirSync(folder)).not.toContain("deleteEverything.json")
  })

  it("are refused where they have a name that the form does not know", async () => {
    const [first] = cases
    writeFileSync(join(folder, "odd.json"), JSON.stringify([{ ...first, op: 2 }]))
    await expect(read()).rejects.toThrow("op")
  })
})
