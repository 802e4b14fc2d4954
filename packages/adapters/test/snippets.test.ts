import { existsSync } from "node:fs"
import { expect, it } from "vitest"
import { folders, snippets } from "./snippets.js"

it("every program of the adapters' documents is run with the framework that it is written for", () => {
  const untested = snippets.filter(({ framework = "" }) => {
    const folder = folders[framework]
    return folder === undefined || !existsSync(new URL(`../outside/${folder}/snippets.test.ts`, import.meta.url))
  })
  expect(untested).toEqual([])
  expect([...new Set(snippets.map(({ framework }) => framework))].sort()).toEqual(Object.keys(folders).sort())
})
