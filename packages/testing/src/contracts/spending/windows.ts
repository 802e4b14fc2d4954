import { expect } from "@effect/vitest"
import { type LedgerVisitor, type Scope, SpendingStore, unlimited } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import {
  admit,
  admitted,
  all,
  costing,
  DAY,
  evening,
  HOUR,
  key,
  limit,
  limited,
  MINUTE,
  named,
  someTerms,
  space,
  tag,
  usd
} from "./samples.js"

const midnight = evening + 10 * MINUTE
const today = Math.floor(evening / DAY)

const scopeAt = (now: number) =>
  Effect.flatMap(SpendingStore, (store) =>
    Effect.map(store.scopes([key], now), ([scope]) => scope ?? expect.fail("The key has no scope."))
  )

const amounts = ({ daily, monthly, lifetime, weekly }: Scope["own"]["spent"]) => [lifetime, daily, weekly, monthly]

/** Promises about windows and clocks. */
export const windowPromises = (promise: Promised): void => {
  promise("begins each window anew, and keeps the lifetime", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 1, weekly: 1, monthly: 1 }))
      yield* admit(1, 1)
      yield* store.settle(named(1), costing(1), evening)
      expect(yield* tag(admit(2, 1, { now: midnight - 1 }))).toBe("Refused")
      expect(yield* tag(admit(3, 1, { now: midnight }))).toBe("Admitted")
      const { own } = yield* scopeAt(midnight)
      expect([amounts(own.spent), amounts(own.held)]).toEqual([
        [usd(1), 0n, 0n, 0n],
        [usd(1), usd(1), usd(1), usd(1)]
      ])
      yield* expectLaws(all, midnight)
    })
  )

  promise("lets each kind of window begin by itself", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      // 2026-06-01 is a Monday, 2026-06-08 too, and 2026-07-01 a Wednesday.
      const spent = [
        { now: midnight, dollars: [1, 1, 1, 1] },
        { now: midnight + DAY, dollars: [2, 1, 2, 2] },
        { now: midnight + 7 * DAY, dollars: [3, 1, 1, 3] },
        { now: midnight + 30 * DAY, dollars: [4, 1, 1, 1] }
      ]
      for (const [number, { dollars, now }] of spent.entries()) {
        yield* admit(number, 1, { now })
        yield* store.settle(named(number), costing(1), now)
        expect(amounts((yield* scopeAt(now)).own.spent)).toEqual(dollars.map((amount) => usd(amount)))
        yield* expectLaws(all, now)
      }
    })
  )

  promise("settles late only in the windows that are still the same", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 2)
      yield* admit(2, 3, { now: midnight })
      yield* store.settle(named(1), costing(1.5), midnight + HOUR)
      const { own } = yield* scopeAt(midnight)
      expect([amounts(own.spent), amounts(own.held)]).toEqual([
        [usd(1.5), 0n, 0n, 0n],
        [usd(3), usd(3), usd(3), usd(3)]
      ])
      yield* expectLaws(all, midnight)
    })
  )

  promise("takes what an extension adds after midnight in the new windows, and fills the parts in order", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 2 }))
      yield* admit(1, 2, { terms: { lease_seconds: 3 * 3600 } })
      const extend = (amount: number, now: number) =>
        store.extend({ hold: named(1), amount: usd(amount), lease_seconds: null, fence: [], now })
      expect(yield* tag(extend(4.5, midnight))).toBe("Refused")
      expect(yield* extend(3, midnight)).toMatchObject({
        _tag: "Extended",
        hold: {
          amount: usd(3),
          parts: [
            { day: today, amount: usd(2) },
            { day: today + 1, amount: usd(1) }
          ]
        }
      })
      expect(yield* extend(3.5, midnight + 1)).toMatchObject({
        hold: {
          parts: [
            { day: today, amount: usd(2) },
            { day: today + 1, amount: usd(1.5) }
          ]
        }
      })
      yield* expectLaws(all, midnight)
      expect(amounts((yield* scopeAt(midnight)).own.held)).toEqual([usd(3.5), usd(1.5), usd(1.5), usd(1.5)])
      yield* store.settle(named(1), costing(2.25), midnight + HOUR)
      expect(amounts((yield* scopeAt(midnight)).own.spent)).toEqual([usd(2.25), usd(0.25), usd(0.25), usd(0.25)])
      yield* expectLaws(all, midnight)
    })
  )

  promise("gives the rest of an overdrawn cost to the last part", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 2, { terms: { lease_seconds: 3 * 3600 } })
      yield* store.extend({ hold: named(1), amount: usd(3), lease_seconds: null, fence: [], now: midnight })
      yield* store.markUnknown(named(1), null, midnight)
      expect(amounts((yield* scopeAt(midnight)).own.unknown)).toEqual([usd(3), usd(1), usd(1), usd(1)])
      yield* store.settle(named(1), costing(10), midnight)
      expect(amounts((yield* scopeAt(midnight)).own.spent)).toEqual([usd(10), usd(8), usd(8), usd(8)])
      yield* expectLaws(all, midnight)
    })
  )

  promise("reopens no window when the clock steps back, and moves all scopes of a hold to one day", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ daily: 1 }))
      yield* admit(1, 1, { now: midnight + 1, terms: { lease_seconds: 7200 } })
      expect(yield* tag(admit(2, 1, { now: evening }))).toBe("Refused")
      const hold = admitted(yield* admit(3, 1, { now: evening, refs: [space] }))
      expect(hold.parts.map(({ day }) => day)).toEqual([today + 1])
      yield* expectLaws(all, evening)
    })
  )

  promise("does not believe a day more than one ahead, and counts again when that day comes", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 5 }))
      const lease = { terms: { lease_seconds: 2_592_000 } }
      yield* admit(1, 1, lease)
      yield* admit(2, 2, { ...lease, now: evening + 3 * DAY })
      const back = admitted(yield* admit(3, 4, { ...lease, now: evening + 1 }))
      expect(back.parts.map(({ day }) => day)).toEqual([today])
      yield* expectLaws(all, evening + 1)
      yield* store.settle(named(2), costing(1), evening + 2)
      yield* expectLaws(all, evening + 2)
      expect(yield* tag(admit(4, 0.5, { now: evening + 2 }))).toBe("Refused")
      yield* admit(5, 1, { ...lease, now: evening + 3 * DAY })
      yield* expectLaws(all, evening + 3 * DAY)
      expect((yield* scopeAt(evening + 3 * DAY)).own.spent.daily).toBe(usd(1))
    })
  )

  promise("stores a scope that a reading has counted again after a wrong clock, and no other", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const stored = Effect.map(
        store.inspect((): LedgerVisitor<ReadonlyArray<Scope>> => {
          const found: Array<Scope> = []
          return { scope: (scope) => found.push(scope), entry: () => {}, end: () => found }
        }),
        (scopes) => all.flatMap(({ subject }) => scopes.filter(({ ref }) => ref.subject === subject))
      )
      yield* admit(1, 1)
      yield* store.settle(named(1), costing(1), evening)
      const wrong = evening + 40 * DAY
      yield* admit(2, 2, { now: wrong })
      const before = yield* stored
      expect(before.map(({ day }) => day)).toEqual([today + 40, today + 40, today + 40])
      // The next day, a window of which is another one, is no reason to write.
      yield* store.scopes(all, wrong + DAY)
      expect(yield* stored).toEqual(before)
      const read = yield* store.scopes([key], evening)
      expect(read.map(({ day, own }) => [day, amounts(own.spent)])).toEqual([[today, [usd(1), usd(1), usd(1), usd(1)]]])
      expect(yield* stored).toEqual([...read, ...before.slice(1)])
      yield* expectLaws(all, evening)
    })
  )

  promise("records usage without a judgement, in the windows of its time, and each id once", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 1 }))
      const record = (number: number, cost: number, at: number) =>
        store.recordUsage({
          terms: someTerms(number, cost),
          scopes: [key, space].map((ref) => ({ ref, terms: unlimited, version: null })),
          settlement: costing(cost, { is_byok: number === 3 }),
          at,
          now: midnight
        })
      expect(yield* record(1, 2, midnight)).toMatchObject({
        _tag: "Recorded",
        hold: { state: "settled", cost: usd(2) }
      })
      expect(yield* tag(record(1, 9, midnight))).toBe("Existing")
      yield* record(2, 4, evening)
      yield* record(3, 8, midnight)
      const { byok, own } = yield* scopeAt(midnight)
      expect([amounts(own.spent), amounts(byok.spent)]).toEqual([
        [usd(6), usd(2), usd(2), usd(2)],
        [usd(8), usd(8), usd(8), usd(8)]
      ])
      const unpriced = yield* store.recordUsage({
        terms: someTerms(5, 0),
        scopes: [key, space].map((ref) => ({ ref, terms: unlimited, version: null })),
        settlement: { ...costing(0), cost: null },
        at: evening,
        now: midnight
      })
      expect(unpriced).toMatchObject({ hold: { state: "unknown", cost: null, amount: 0n, flags: ["price_missing"] } })
      expect(amounts((yield* scopeAt(midnight)).own.spent)).toEqual([usd(6), usd(2), usd(2), usd(2)])
      yield* store.settle(named(5), costing(1), midnight)
      expect(amounts((yield* scopeAt(midnight)).own.spent)).toEqual([usd(7), usd(2), usd(2), usd(2)])
      expect(yield* tag(admit(4, 1, { now: midnight }))).toBe("Refused")
      yield* expectLaws(all, midnight)
    })
  )
}
