import { expect } from "@effect/vitest"
import { PriceBook } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after } from "../instant.js"
import type { Promised } from "./contract.js"
import { at, everything, priced } from "./priceVersionPromises.js"

const found = (model: string, second: number, provider = "acme") =>
  Effect.gen(function* () {
    const book = yield* PriceBook
    return yield* book.find(provider, model, after(second))
  })

/** Promises of every `PriceBook` about merging cards into it. */
export const priceMergePromises = (promise: Promised): void => {
  promise("merges cards: replaces those of the same provider and model from then on, and leaves all others", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [old, other, azures] = [
        priced(1),
        priced(2, { model: "reader" }),
        priced(3, { provider: "azure", model: "writer" })
      ]
      const planned = priced(4, { effective_from: at(100) })
      yield* book.merge([{ ...old, effective_until: planned.effective_from }, planned, other, azures], after(0))
      const [next, added] = [priced(5, { aliases: ["writer-latest"] }), priced(6, { model: "painter" })]
      yield* book.merge([next, added], after(10))
      expect(yield* book.list(after(10), everything)).toEqual({ data: [added, other, next, azures], total_count: 4 })
      expect(yield* found("writer", 9)).toMatchObject({ value: { card: { rates: old.rates } } })
      for (const second of [10, 1e6]) {
        expect(yield* found("writer", second)).toEqual(Option.some({ card: next, match: "model" }))
        expect(yield* found("writer-latest", second)).toEqual(Option.some({ card: next, match: "alias" }))
      }
      expect(yield* found("writer", 10, "azure")).toEqual(Option.some({ card: azures, match: "model" }))
      // A new model applies from its own beginning.
      expect(yield* found("painter", -1e6)).toEqual(Option.some({ card: added, match: "model" }))
      yield* book.merge([], after(20))
      expect((yield* book.list(after(20), everything)).total_count).toBe(4)
    })
  )

  promise("leaves a card alone that a merge repeats, and merges what a replacement has left", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [writer, reader] = [priced(1), priced(2, { model: "reader" })]
      yield* book.merge([writer], after(0))
      yield* book.merge([writer, reader], after(10))
      yield* book.replace([reader], after(20))
      expect(yield* found("writer", 20)).toEqual(Option.none())
      yield* book.merge([writer], after(30))
      expect(yield* found("writer", 29)).toEqual(Option.none())
      expect(yield* found("writer", 30)).toEqual(Option.some({ card: writer, match: "model" }))
      expect(yield* book.list(after(30), everything)).toEqual({ data: [reader, writer], total_count: 2 })
    })
  )

  promise("gives an id of several merged cards to the model that has it, else to the newest alias", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const v1 = priced(1, { model: "v1", aliases: ["latest", "one"] })
      yield* book.merge([v1], after(0))
      const v2 = priced(2, { model: "v2", aliases: ["latest", "v1"] })
      for (const second of [10, 20]) {
        yield* book.merge([v2], after(second))
        const [first, next] = [
          { ...v1, aliases: ["one"] },
          { ...v2, aliases: ["latest"] }
        ]
        expect(yield* book.list(after(second), everything)).toEqual({ data: [first, next], total_count: 2 })
        expect(yield* found("latest", second)).toEqual(Option.some({ card: next, match: "alias" }))
        expect(yield* found("v1", second)).toEqual(Option.some({ card: first, match: "model" }))
        expect(yield* found("one", second)).toEqual(Option.some({ card: first, match: "alias" }))
      }
      expect(yield* found("latest", 9)).toEqual(Option.some({ card: v1, match: "alias" }))
      // A model takes the id of an alias.
      const one = priced(3, { model: "one" })
      yield* book.merge([one], after(30))
      expect(yield* found("one", 30)).toEqual(Option.some({ card: one, match: "model" }))
      expect(yield* found("v1", 30)).toEqual(Option.some({ card: { ...v1, aliases: [] }, match: "model" }))
      expect(yield* found("one", 29)).toEqual(Option.some({ card: { ...v1, aliases: ["one"] }, match: "alias" }))
    })
  )

  promise("loses no card of merges at the same time", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      yield* book.replace([priced(1, { model: "first" })], after(0))
      const all = Array.from({ length: 24 }, (_, index) => priced(1, { model: `m${10 + index}`, aliases: ["latest"] }))
      let running = 0
      let most = 0
      yield* Effect.forEach(
        all,
        (card) =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              most = Math.max(most, ++running)
            }),
            () => Effect.zipRight(Effect.yieldNow(), book.merge([card], after(10))),
            () => Effect.sync(() => running--)
          ),
        { concurrency: "unbounded" }
      )
      expect(most).toBe(all.length)
      const { data } = yield* book.list(after(10), everything)
      expect(data.map(({ model }) => model)).toEqual(["first", ...all.map(({ model }) => model)])
      expect(data.filter(({ aliases }) => aliases.includes("latest"))).toHaveLength(1)
    })
  )
}
