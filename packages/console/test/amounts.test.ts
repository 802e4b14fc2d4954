import { expect, it } from "vitest"
import { amountOf } from "../src/ui/amountOf.js"
import { decimal, dollars } from "../src/ui/dollars.js"

it("shows an amount as the command line does", () => {
  const shown = [0, 0.5, 7.5, 1e-9, 0.000000025, -13.2833, 1_000_000_000, 999_999_999.123456].map(dollars)
  expect(shown).toEqual([
    "$0",
    "$0.5",
    "$7.5",
    "$0.000000001",
    "$0.000000025",
    "-$13.2833",
    "$1000000000",
    "$999999999.123456"
  ])
})

it("reads an amount that was typed, and no other text", () => {
  expect(["5", " 0.25 ", "$7.5", ".5", "0", ""].map(amountOf)).toEqual([5, 0.25, 7.5, 0.5, 0, null])
  expect(["-1", "1e3", "5,00", "0x10", "five", "1.2.3", "Infinity", "."].map(amountOf)).toEqual(
    Array(8).fill(undefined)
  )
})

it("reads back what it has written into a field", () => {
  const amounts = [0, 1e-9, 0.25, 1_000_000_000, 999_999_999.123456]
  expect(amounts.map((amount) => amountOf(decimal(amount)))).toEqual(amounts)
})
