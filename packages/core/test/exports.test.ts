import { expect, it } from "@effect/vitest"
import { programsTable, shownPrograms } from "../../../scripts/programsTable.mjs"

it("the README lists every program", async () => {
  expect(shownPrograms(), "npm run generate writes the table anew").toBe(await programsTable())
})
