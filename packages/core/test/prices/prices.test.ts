import { describe, expect, it } from "@effect/vitest"
import { Memory, readPrices, replacePrices } from "@tollgate/core"
import { PriceBook } from "@tollgate/core/storage"
import { aPriceBook, aRateCard } from "@tollgate/testing"
import { DateTime, Effect, Option, TestClock } from "effect"

const everything = { limit: 100, offset: 0 }

describe("replacePrices", () => {
  it.effect("keeps the price of a request that was opened before, and prices the next one anew", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [cheap, dear] = [aRateCard(), aRateCard({ rates: { input: 3, output: 4 } })]
      yield* replacePrices(aPriceBook(cheap))
      yield* TestClock.adjust("1 hour")
      const opened = yield* DateTime.now
      yield* TestClock.adjust("1 minute")
      yield* replacePrices(aPriceBook(dear))
      const now = yield* DateTime.now
      expect(yield* book.find("acme", "writer", opened)).toEqual(Option.some({ card: cheap, match: "model" }))
      expect(yield* book.find("acme", "writer", now)).toEqual(Option.some({ card: dear, match: "model" }))
      expect(yield* readPrices(everything)).toEqual({ data: [dear], total_count: 1 })
    }).pipe(Effect.provide(Memory.layer))
  )
})

describe("readPrices", () => {
  it.effect("shows the cards in force and the planned ones, and none that has ended", () =>
    Effect.gen(function* () {
      const soon = "1970-01-01T01:00:00Z"
      const [first, next] = [aRateCard({ effective_until: soon }), aRateCard({ effective_from: soon })]
      yield* replacePrices(aPriceBook(first, next))
      expect(yield* readPrices(everything)).toEqual({ data: [first, next], total_count: 2 })
      yield* TestClock.adjust("1 hour")
      expect(yield* readPrices(everything)).toEqual({ data: [next], total_count: 1 })
    }).pipe(Effect.provide(Memory.layer))
  )
})
