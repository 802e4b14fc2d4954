import { expect, it } from "@effect/vitest"
import { staleBarrels } from "../../../scripts/barrels.mjs"

it("the lists of exports have what their rules say", () => {
  expect(staleBarrels(), "npm run generate writes these lists anew").toEqual([])
})
