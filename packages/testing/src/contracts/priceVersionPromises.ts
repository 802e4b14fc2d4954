import { expect } from "@effect/vitest"
import { PriceBook } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aRateCard } from "../prices.js"
import type { Promised } from "./contract.js"

/** A card of the model `acme/writer` with this price of its input. */
export const priced = (input: number, card: Parameters<typeof aRateCard>[0] = {}) =>
  aRateCard({ rates: { input, output: 2 }, ...card })

/** The cards at some instants, in seconds after noon; null where none is in force. */
const cardsAt = (...seconds: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const book = yield* PriceBook
    return yield* Effect.forEach(seconds, (second) =>
      Effect.map(
        book.find("acme", "writer", after(second)),
        Option.match({ onNone: () => null, onSome: ({ card }) => card })
      )
    )
  })

/** A page of all cards. */
export const everything = { limit: 100, offset: 0 }

/** An instant as text, in seconds after noon. */
export const at = (second: number) => DateTime.formatIso(after(second))

/** Promises of every `PriceBook` about which card is in force when. */
export const priceVersionPromises = (promise: Promised): void => {
  promise("answers the card whose period holds the instant, its end excluded", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const first = priced(1, { effective_from: at(-20), effective_until: at(0) })
      const second = priced(2, { effective_from: at(0), effective_until: at(10) })
      const third = priced(3, { effective_from: at(20) })
      yield* book.replace([third, first, second], noon)
      expect(yield* cardsAt(-20.001, -20, -0.001, 0, 9.999, 10, 20, 1e9)).toEqual([
        null,
        first,
        first,
        second,
        second,
        null,
        third,
        third
      ])
      // The list begins with what is in force.
      expect(yield* book.list(noon, everything)).toEqual({ data: [second, third], total_count: 2 })
    })
  )

  promise("keeps what was in force before a replacement, to the instant", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [first, second] = [priced(1), priced(2)]
      yield* book.replace([first], after(0))
      yield* book.replace([second], after(10))
      expect(yield* cardsAt(-1e9, 0, 9.999, 10, 1e9)).toEqual([first, first, first, second, second])
      yield* book.replace([], after(20))
      yield* book.replace([first], after(30))
      expect(yield* cardsAt(9.999, 19.999, 20, 29.999, 30)).toEqual([first, second, null, null, first])
      expect(yield* book.list(after(30), everything)).toEqual({ data: [first], total_count: 1 })
    })
  )

  promise("leaves a card alone that a replacement repeats, and cards that are planned can be changed", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const now = priced(1, { effective_until: at(100) })
      const planned = priced(2, { effective_from: at(100) })
      yield* book.replace([now, planned], after(0))
      yield* book.replace([now, planned], after(10))
      expect(yield* cardsAt(0, 10, 100)).toEqual([now, now, planned])
      const other = priced(3, { effective_from: at(100) })
      yield* book.replace([now, other], after(20))
      expect(yield* cardsAt(0, 99, 100)).toEqual([now, now, other])
      expect(yield* book.list(after(20), everything)).toEqual({ data: [now, other], total_count: 2 })
    })
  )

  promise("prices the past by a card of a new model, and never by a card of a known one", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [writer, painter] = [priced(1), priced(4, { model: "painter", effective_from: at(-10) })]
      yield* book.replace([writer], after(0))
      const corrected = priced(3, { effective_from: at(-100) })
      yield* book.replace([corrected, painter], after(10))
      expect(yield* cardsAt(-100, 9, 10)).toEqual([writer, writer, corrected])
      expect(yield* book.find("acme", "painter", after(-10))).toEqual(Option.some({ card: painter, match: "model" }))
    })
  )

  promise("moves an alias from one card to another at the replacement", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [old, next] = [
        priced(1, { model: "v1", aliases: ["latest"] }),
        priced(2, { model: "v2", aliases: ["latest"] })
      ]
      yield* book.replace([old], after(0))
      yield* book.replace([{ ...old, aliases: [] }, next], after(10))
      const latest = (second: number) => book.find("acme", "latest", after(second))
      expect(yield* latest(9)).toEqual(Option.some({ card: old, match: "alias" }))
      expect(yield* latest(10)).toEqual(Option.some({ card: next, match: "alias" }))
    })
  )

  promise("has no gap when the clock is set back between two replacements", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [first, second] = [priced(1), priced(2)]
      yield* book.replace([first], after(0))
      yield* book.replace([second], after(100))
      yield* book.replace([first], after(50))
      expect(yield* cardsAt(0, 75, 99.999, 100, 1e9)).toEqual([first, first, first, first, first])
    })
  )

  promise("deletes the versions that have ended, and no others", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [first, second, third] = [priced(1), priced(2), priced(3)]
      yield* book.replace([first], after(0))
      yield* book.replace([second], after(10))
      yield* book.replace([third], after(20))
      yield* book.prune(after(10))
      expect(yield* cardsAt(9, 10, 20)).toEqual([null, second, third])
      yield* book.prune(after(1e9))
      expect(yield* cardsAt(19, 20)).toEqual([null, third])
    })
  )
}
