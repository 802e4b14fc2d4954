import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const root = new URL("../../../", import.meta.url)
const packages = ["core", "http", "sql", "sqlite", "postgres", "cli"]

/** The sources of a package. */
const sourcesOf = (name: string) => {
  const folder = new URL(`packages/${name}/src/`, root)
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(new URL(path, folder), "utf8"))
}

const LOG = /Effect\.log(?:Debug|Info|Warning|Error|Fatal)?\(\s*(?:"([^"]+)"|`((?:[^`\\]|\\.)+)`|(\w[\w.]*))/g

/** The texts in a call that logs, without what varies: up to the name of a command, or around a value. */
const textsOf = ([, quoted, template, other]: RegExpMatchArray): ReadonlyArray<string> => {
  if (other !== undefined) return [`(${other})`]
  const text = quoted ?? (template ?? "").replaceAll("\\`", "`")
  return text
    .split(/\$\{.*?\}|`/)
    .map((part) => part.trim())
    .slice(0, 1)
}

it("docs/operate.md says what each line of the log means", () => {
  const table = readFileSync(new URL("docs/operate.md", root), "utf8").split("## Log lines")[1] ?? ""
  const texts = packages.flatMap(sourcesOf).flatMap((code) => [...code.matchAll(LOG)].flatMap(textsOf))
  // The sentence of `FileLost`.
  const missing = texts.filter((text) => text !== "(lost.message)" && !table.includes(`\`${text}`))
  expect(missing).toEqual([])
  expect(texts.length).toBeGreaterThan(20)
})
