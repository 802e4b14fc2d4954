import { expect } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { type AdmissionAnswer, LARGEST, type ScopeRef, SpendingStore, unlimited } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { activity } from "./activityLaws.js"
import { expectLaws } from "./laws.js"
import { own } from "./life.js"
import {
  admit,
  all,
  correcting,
  costing,
  DAY,
  evening,
  exceeded,
  key,
  limit,
  limited,
  MINUTE,
  named,
  otherOrganization,
  someTerms,
  space,
  tag,
  usd,
  whole
} from "./samples.js"

const billion = 1_000_000_000
const nine = Array.range(1, 9)
/** What is left of a counter beside nine billion dollars. */
const rest = Usd.subtract(LARGEST, usd(9 * billion))
const end = evening + 10 * MINUTE
const other: ScopeRef = { ...whole, organization_id: otherOrganization, subject: otherOrganization }

const refusedBy = (answer: AdmissionAnswer) => {
  if (answer._tag !== "Refused") return answer._tag
  const { budgets, reason } = exceeded(answer)
  return {
    reason,
    budgets: budgets.map(({ asked, held, limit, remaining, scope, spent, unknown, window }) => {
      return { scope, window, limit, spent, held, unknown, asked, remaining }
    })
  }
}

/** The refusal of an amount for which no scope of the request has room. */
const noRoom = (asked: Usd.Usd, counted: { readonly spent?: Usd.Usd; readonly held?: Usd.Usd; unknown?: Usd.Usd }) => {
  const amounts = { spent: Usd.zero, held: Usd.zero, unknown: Usd.zero, ...counted }
  const remaining = Usd.subtract(LARGEST, Usd.add(amounts.spent, Usd.add(amounts.held, amounts.unknown)))
  return {
    reason: "budget_spent",
    budgets: ["key", "workspace", "organization"].map((scope) => {
      return { scope, window: "lifetime", limit: LARGEST, ...amounts, asked, remaining }
    })
  }
}

const stateOf = (number: number) =>
  Effect.map(
    Effect.flatMap(SpendingStore, (store) => store.find(named(number))),
    Option.map(({ cost, flags, state }) => ({ state, cost, flags }))
  )

/** An amount to the nano-dollar, which a number of dollars would not be. */
const admitExactly = (number: number, asked: Usd.Usd) => admit(number, 0, { terms: { asked } })

/** Promises about the largest amounts: no counter saturates, and what would not fit is refused before it is stored. */
export const rangePromises = (promise: Promised): void => {
  promise("admits up to the largest amount that a counter holds, to the nano-dollar, and nothing beyond it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach(nine, (number) => admit(number, billion, { charge: number % 2 === 0 ? "byok" : "own" }))
      const held = usd(9 * billion)
      expect(refusedBy(yield* admit(10, billion))).toEqual(noRoom(usd(billion), { held }))
      expect(refusedBy(yield* admit(10, billion, { dry_run: true }))).toEqual(noRoom(usd(billion), { held }))
      const beyond = Usd.add(rest, Usd.Usd.make(1n))
      expect(refusedBy(yield* admitExactly(10, beyond))).toEqual(noRoom(beyond, { held }))
      expect(yield* store.find(named(10))).toEqual(Option.none())
      expect(yield* tag(admitExactly(10, rest))).toBe("Admitted")
      const more = { hold: named(10), amount: beyond, lease_seconds: null, fence: [], now: evening }
      expect(yield* tag(store.extend(more))).toBe("Refused")
      expect(yield* tag(store.extend({ ...more, amount: null }))).toBe("Extended")
      yield* expectLaws(all, evening)
      yield* store.release(named(1), evening)
      expect(yield* tag(admitExactly(11, usd(billion)))).toBe("Admitted")
      yield* expectLaws(all, evening)
    })
  )

  promise("gives back holds whatever they amount to together, so that all others are admitted", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const sentAll = (numbers: ReadonlyArray<number>) =>
        Effect.forEach(numbers, (number) =>
          Effect.zipRight(admit(number, billion), Effect.either(store.send(named(number), evening)))
        )
      yield* sentAll(nine)
      expect(yield* store.expireHolds(end)).toBe(9)
      expect(yield* own).toEqual({ held: 0n, spent: 0n, unknown: usd(9 * billion) })
      const again = yield* Effect.forEach(nine, (number) => admit(number + 9, billion, { now: end }))
      const refused = noRoom(usd(billion), { unknown: usd(9 * billion) })
      expect(again.map(refusedBy)).toEqual(nine.map(() => refused))
      const later = end + 20 * MINUTE
      expect(yield* store.expireHolds(later)).toBe(0)
      yield* expectLaws(all, later)
      const scopes = [{ ref: other, terms: unlimited, version: null }]
      const terms = { ...someTerms(40, 1), organization_id: otherOrganization }
      const admission = { terms, scopes, charge: "own", plan: [null], providers: null, dry_run: false } as const
      expect(yield* tag(store.admit({ ...admission, now: later }))).toBe("Admitted")
    })
  )

  promise("leaves a settlement unknown for whose cost there is no room, and corrects the others exactly", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const twelve = Array.range(1, 12)
      yield* Effect.forEach(twelve, (number) => admit(number, 1))
      yield* Effect.forEach(twelve, (number) => store.settle(named(number), costing(billion), evening))
      const settled = Option.some({ state: "settled", cost: usd(billion), flags: ["overdrawn"] })
      const unknown = Option.some({ state: "unknown", cost: null, flags: [] })
      expect(yield* Effect.forEach(twelve, stateOf)).toEqual(twelve.map((number) => (number <= 9 ? settled : unknown)))
      expect(yield* own).toEqual({ held: 0n, spent: usd(9 * billion), unknown: usd(3) })
      yield* expectLaws(all, evening)
      yield* Effect.forEach(nine, (number) => store.correct(named(number), correcting(0.01)))
      yield* Effect.forEach([10, 11, 12], (number) => store.settle(named(number), costing(0.01), evening))
      expect(yield* own).toEqual({ held: 0n, spent: usd(0.12), unknown: 0n })
      yield* expectLaws(all, evening)
      yield* limit(key, limited({ lifetime: 1 }))
      expect(yield* tag(admit(13, 1000))).toBe("Refused")
    })
  )

  promise("corrects no cost for which there is no room, and keeps no correction of it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach(nine, (number) => admit(number, billion))
      yield* Effect.forEach([1, 2], (number) => store.settle(named(number), costing(1), evening))
      yield* Effect.forEach([10, 11], (number) => admit(number, billion))
      const before = yield* store.find(named(1))
      const refused = Option.map(before, (hold) => ({ hold, is_corrected: false }))
      expect(yield* store.correct(named(1), correcting(billion))).toEqual(refused)
      expect([yield* store.find(named(1)), yield* store.corrections(named(1))]).toEqual([before, []])
      yield* store.correct(named(1), correcting(2))
      expect(yield* own).toEqual({ held: usd(9 * billion), spent: usd(3), unknown: 0n })
      yield* expectLaws(all, evening)
    })
  )

  promise("keeps a hold as it is that had returned its amount, if there is no room for it any more", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      for (const number of [20, 21, 22]) yield* admit(number, billion)
      for (const number of [20, 21, 22]) yield* store.release(named(number), evening)
      yield* Effect.forEach(nine, (number) => admit(number, billion))
      const released = yield* stateOf(20)
      yield* store.settle(named(20), costing(billion), evening)
      yield* store.markUnknown(named(21), null, evening)
      expect(yield* Effect.forEach([20, 21], stateOf)).toEqual([released, released])
      yield* store.settle(named(22), costing(1), evening)
      expect(yield* own).toEqual({ held: usd(9 * billion), spent: usd(1), unknown: 0n })
      yield* expectLaws(all, evening)
    })
  )

  promise("records no usage for which there is no room", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const scopes = [key, space, whole].map((ref) => ({ ref, terms: unlimited, version: null }))
      const record = (number: number, cost: Usd.Usd, is_byok: boolean) =>
        store.recordUsage({
          terms: someTerms(number, 1, { asked: cost }),
          scopes,
          settlement: costing(0, { cost, is_byok }),
          at: evening,
          now: evening
        })
      const tags = yield* Effect.forEach([...nine, 10], (number) => tag(record(number, usd(billion), number < 5)))
      expect(tags).toEqual([...nine.map(() => "Recorded"), "TooLarge"])
      expect(yield* store.find(named(10))).toEqual(Option.none())
      expect(yield* tag(record(1, usd(billion), true))).toBe("Existing")
      expect(yield* tag(record(10, rest, false))).toBe("Recorded")
      expect(yield* tag(record(11, Usd.Usd.make(1n), true))).toBe("TooLarge")
      yield* expectLaws(all, evening)
    })
  )

  promise("sums and deletes the largest amounts to the nano-dollar", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach(nine, (number) => admit(number, billion))
      yield* admitExactly(10, rest)
      const settle = (number: number, cost: Usd.Usd, is_byok = false) =>
        store.settle(named(number), costing(0, { cost, is_byok }), evening)
      yield* Effect.forEach(nine, (number) => settle(number, usd(billion), number > 7))
      yield* settle(10, rest)
      const cost = Usd.subtract(LARGEST, usd(2 * billion))
      const expected = { requests: 10, cost, byok_cost: usd(2 * billion), unknown: 0n }
      // A storage may tell sums apart by more than is asked for.
      const sums = Effect.map(activity({ by: new Set() }), (all) => {
        const sum = (of: (one: (typeof all)[number]) => bigint) => all.reduce((sum, one) => sum + of(one), 0n)
        return {
          requests: Number(sum(({ requests }) => BigInt(requests))),
          cost: sum(({ cost }) => cost),
          byok_cost: sum(({ byok_cost }) => byok_cost),
          unknown: sum(({ unknown }) => unknown)
        }
      })
      expect(yield* sums).toEqual(expected)
      // The day is closed then: sums are kept of it, and more are added to them.
      yield* admit(11, 0, { now: evening + DAY })
      expect(yield* sums).toEqual(expected)
      expect(yield* store.prune(evening + DAY)).toBe(10)
      expect(yield* sums).toEqual(expected)
      const [scope] = yield* store.scopes([whole], evening)
      expect([scope?.opening.own.lifetime, scope?.opening.byok.lifetime]).toEqual([cost, usd(2 * billion)])
      yield* expectLaws(all, evening + DAY)
    })
  )
}
