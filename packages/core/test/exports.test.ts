import { expect, it } from "@effect/vitest"
import { staleBarrels } from "../../../scripts/barrels.mjs"
import { programsTable, shownPrograms } from "../../../scripts/programsTable.mjs"

it("the lists of exports have what their rules say", () => {
  expect(staleBarrels(), "npm run generate writes these lists anew").toEqual([])
})

it("the README lists every program", async () => {
  expect(shownPrograms(), "npm run generate writes the table anew").toBe(await programsTable())
})
