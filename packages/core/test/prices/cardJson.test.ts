import { expect, it } from "@effect/vitest"
import { cardFromJson } from "@tollgate/core/storage"
import { aRateCard } from "@tollgate/testing"
import { toJson } from "../../src/prices/cardJson.js"

it("A card is read as it was written, with the prices of units", () => {
  const card = aRateCard({ rates: { input: 0, output: 0, units: { calls: 0.01 } } })
  expect(cardFromJson(toJson(card))).toEqual(card)
})

it("A card that was exported before there were units has no price for any", () => {
  const { rates, ...card } = JSON.parse(toJson(aRateCard()))
  const { units: _, ...others } = rates
  expect(cardFromJson(JSON.stringify({ ...card, rates: others }))).toEqual(aRateCard())
})
