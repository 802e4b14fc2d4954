import { readFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"
import { defaults } from "../src/Settings.js"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

it("The default settings are those of the README", () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| (?:([\d,]+)|`(true|false)`) +\|/gm)]
  const documented = rows.map(([, name, number, word]) => [
    name,
    word === undefined ? Number(number?.replaceAll(",", "")) : word === "true"
  ])
  expect(Object.fromEntries(documented)).toEqual(defaults)
})
