import { expect } from "@effect/vitest"
import { PriceBook, Transaction } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { after, noon } from "../instant.js"
import type { Promised } from "./contract.js"
import { at, priced } from "./priceVersionPromises.js"

/** The version and the period around an instant, in seconds after noon. */
const periodAt = (second: number) =>
  Effect.gen(function* () {
    const { period } = yield* PriceBook
    if (period === undefined) throw new Error("The contract is that of a book that tells its version.")
    const { from, until, version } = yield* period(after(second))
    return { version, period: [from, until] }
  })

const versionOf = Effect.map(periodAt(0), ({ version }) => version)
const FARTHEST = 8_640_000_000_000_000
const ms = (second: number) => DateTime.toEpochMillis(after(second))

/** Promises of every `PriceBook` that tells its version. */
export const pricePeriodPromises = (promise: Promised): void => {
  promise("has another version after each change, and the same one while nothing changes", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const [first, second] = [priced(1), priced(2, { model: "reader" })]
      const changes = [
        Effect.void,
        book.replace([first], noon),
        book.merge([second], after(1)),
        book.replace([second], after(2)),
        book.prune(after(3)),
        book.replace([first, second], after(4)),
        book.replace([], after(5)),
        book.prune(after(6))
      ]
      const versions: Array<number> = []
      for (const change of changes) {
        yield* change
        versions.push(yield* versionOf)
      }
      expect(new Set(versions).size).toBe(changes.length)
      expect(versions.every(Number.isSafeInteger)).toBe(true)
      const last = yield* versionOf
      yield* book.replace([], after(7))
      yield* book.merge([], after(7))
      yield* book.prune(after(7))
      expect(yield* versionOf).toBe(last)
    })
  )

  promise("has the version of before after a change that was rolled back, and never again that of the change", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const { run } = yield* Transaction
      yield* book.replace([priced(1)], noon)
      const before = yield* versionOf
      const change = (input: number) => Effect.zipRight(book.replace([priced(input)], after(1)), versionOf)
      const rolledBack = yield* Effect.flip(run(Effect.flatMap(change(2), Effect.fail)))
      expect(yield* versionOf).toBe(before)
      const next = yield* run(change(3))
      expect(yield* versionOf).toBe(next)
      expect(new Set([before, rolledBack, next]).size).toBe(3)
    })
  )

  promise("tells the longest period around an instant in which no card begins or ends", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const { version: empty, period } = yield* periodAt(0)
      expect([empty, period]).toEqual([0, [-FARTHEST, FARTHEST]])
      yield* book.replace(
        [
          priced(1, { effective_until: at(10) }),
          priced(2, { effective_from: at(10), aliases: ["latest"] }),
          priced(3, { model: "reader", effective_from: at(-20), effective_until: at(5) })
        ],
        noon
      )
      const periods = yield* Effect.forEach([-21, -20, 4.999, 5, 9.999, 10, 1e9], periodAt)
      expect(periods.map(({ period }) => period)).toEqual([
        [-FARTHEST, ms(-20)],
        [ms(-20), ms(5)],
        [ms(-20), ms(5)],
        [ms(5), ms(10)],
        [ms(5), ms(10)],
        [ms(10), FARTHEST],
        [ms(10), FARTHEST]
      ])
      yield* book.replace([], after(20))
      expect((yield* periodAt(19)).period).toEqual([ms(10), ms(20)])
      expect((yield* periodAt(20)).period).toEqual([ms(20), FARTHEST])
    })
  )
}
