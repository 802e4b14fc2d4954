import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { operations } from "@tollgate/http"
import { describe, expect, it } from "vitest"
import { placesOf } from "../scripts/places.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const resources = [...new Set(operations.map(({ resource }) => resource))]
const pathsOf = (resource: string, kind: "column" | "operation") => placesOf(resource)[kind].map(({ path }) => path)

/** The words of each source and test, but of those that the build writes. */
const sources = readdirSync(join(root, "packages")).flatMap((name) =>
  ["src", "test"].flatMap((part) => {
    const folder = `packages/${name}/${part}`
    const files = existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      : []
    return files
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts"))
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
      .filter(({ text }) => !text.startsWith("// Written by the build"))
      .map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g)) }))
  })
)

/** The files that have most of some names: lists, to which a new name is added. */
const listsOf = (names: ReadonlyArray<string>, share: number) =>
  sources
    .filter(({ words }) => names.filter((name) => words.has(name)).length >= names.length * share)
    .map(({ path }) => path)

describe("The places of a new operation or column", () => {
  it.each(resources)("exist for %s, and its operations are in them", (resource) => {
    const paths = [...pathsOf(resource, "operation"), ...pathsOf(resource, "column")]
    const isThere = (path: string) => existsSync(join(root, path))
    expect(paths.filter((path) => !path.includes("<") && !isThere(path))).toEqual([])
    const all = new Set(sources.map(({ path }) => path.replace(/(core\/src\/spending)\/\w+\//, "$1/<room>/")))
    for (const { id, name } of operations.filter((operation) => operation.resource === resource)) {
      const ways = (path: string) => [id, name].map((one) => path.replace("<operation>", one))
      expect(paths.filter((path) => path.includes("<") && !ways(path).some((way) => all.has(way)))).toEqual([])
    }
  })

  it("are all files that list the changes of all resources", () => {
    const changes = operations.filter(({ method }) => method !== "GET").map(({ name }) => name)
    const places = pathsOf("keys", "operation")
    expect(listsOf(changes, 1 / 2).filter((path) => !places.includes(path))).toEqual([])
  })

  it("are all files that list the columns of all resources", () => {
    const baseline = "packages/sql/src/migrations/0001_baseline"
    const columns = ["organizations", "workspaces", "keys", "byok", "guardrails", "presets"].flatMap((name) => {
      const text = readFileSync(join(root, baseline, `${name}.ts`), "utf8")
      return Array.from(text.matchAll(/[\w)]\("([a-z]+_[a-z_]+)"/g), ([, column = ""]) => column)
    })
    const places = pathsOf("keys", "column")
    expect(listsOf([...new Set(columns)], 3 / 5).filter((path) => !places.includes(path))).toEqual([])
  })
})
