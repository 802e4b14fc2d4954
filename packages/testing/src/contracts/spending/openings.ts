import { expect } from "@effect/vitest"
import { Usd, windowId } from "@tollgate/core"
import { LARGEST, type Scope, type ScopeRef, SpendingStore, unlimited } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import {
  admit,
  admitted,
  all,
  correcting,
  costing,
  DAY,
  evening,
  HOUR,
  hashOf,
  key,
  limit,
  limited,
  named,
  otherKey,
  someTerms,
  space,
  tag,
  usd,
  whole
} from "./samples.js"

// What was spent is computed here from the acts alone: what the ledger has lost counts like everything else.

const windows = ["lifetime", "daily", "weekly", "monthly"] as const

const windowsOf = (lifetime: number, daily: number, weekly: number, monthly: number) => ({
  lifetime: usd(lifetime),
  daily: usd(daily),
  weekly: usd(weekly),
  monthly: usd(monthly)
})

/** What was spent on a day, from scopes. */
interface Spend {
  readonly number: number
  readonly refs: ReadonlyArray<ScopeRef>
  readonly day: number
  readonly is_byok: boolean
  cost: bigint
  isKept: boolean
}

const spentIn = ({ day, ref }: Scope, spends: ReadonlyArray<Spend>) => {
  const sum = (kind: (typeof windows)[number], isByok: boolean) =>
    spends
      .filter((spend) => spend.is_byok === isByok && spend.refs.includes(ref))
      .filter((spend) => kind === "lifetime" || windowId(kind, spend.day * DAY) === windowId(kind, day * DAY))
      .reduce((sum, { cost }) => sum + cost, 0n)
  const of = (isByok: boolean) => Object.fromEntries(windows.map((kind) => [kind, sum(kind, isByok)]))
  return { own: of(false), byok: of(true) }
}

/** Checks what was spent from every scope in every window. */
const expectSpent = (spends: ReadonlyArray<Spend>, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    for (const scope of yield* store.scopes(all, now)) {
      const ref = all.find(({ subject }) => subject === scope.ref.subject) ?? scope.ref
      expect({ own: scope.own.spent, byok: scope.byok.spent }).toEqual(spentIn({ ...scope, ref }, spends))
    }
  })

const charged: ReadonlyArray<ReadonlyArray<ScopeRef>> = [[key, space, whole], [otherKey, space, whole], [key]]
const forward = [HOUR, DAY, 3 * DAY, 8 * DAY, 40 * DAY, 400 * DAY]
const amount = fc.integer({ min: 1, max: 50 }).map((cents) => cents / 100)

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constantFrom("hold" as const, "usage" as const),
      amount,
      refs: fc.constantFrom(...charged),
      is_byok: fc.boolean(),
      daysAgo: fc.constantFrom(0, 0, 1, 6, 30)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("correct" as const), at: fc.nat(), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("clock" as const),
      by: fc.constantFrom(...forward, ...forward.map((by) => -by))
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("prune" as const) }) }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** Plays steps from an instant, after spends that only opening balances have. */
const play = (steps: ReadonlyArray<Step>, begin: number, spends: Array<Spend>) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    let number = 100
    const record = (cost: number, refs: ReadonlyArray<ScopeRef>, is_byok: boolean, at: number, now: number) =>
      Effect.gen(function* () {
        number += 1
        const answer = yield* store.recordUsage({
          terms: someTerms(number, cost, { key_hash: hashOf(refs) }),
          scopes: refs.map((ref) => ({ ref, terms: unlimited, version: null })),
          settlement: costing(cost, { is_byok }),
          at,
          now
        })
        if (answer._tag !== "Recorded") return expect.fail(answer._tag)
        const day = answer.hold.parts[0]?.day ?? 0
        spends.push({ number, refs, day, is_byok, cost: usd(cost), isKept: true })
      })
    let clock = begin
    const clocks = steps.map((step) => (clock += step._tag === "clock" ? step.by : 0))
    for (const [index, step] of steps.entries()) {
      const now = clocks[index] ?? begin
      if (step._tag === "hold") {
        number += 1
        const hold = admitted(
          yield* admit(number, step.amount, { refs: step.refs, now, charge: step.is_byok ? "byok" : "own" })
        )
        yield* store.settle(named(number), costing(step.amount, { is_byok: step.is_byok }), now)
        const { is_byok } = step
        const day = hold.parts[0]?.day ?? 0
        spends.push({ number, refs: step.refs, day, is_byok, cost: usd(step.amount), isKept: true })
      } else if (step._tag === "usage") {
        yield* record(step.amount, step.refs, step.is_byok, now - step.daysAgo * DAY, now)
      } else if (step._tag === "correct") {
        const kept = spends.filter(({ isKept }) => isKept)
        const spend = kept[step.at % Math.max(kept.length, 1)]
        if (spend === undefined) continue
        yield* store.correct(named(spend.number), correcting(step.amount))
        spend.cost = usd(step.amount)
      } else if (step._tag === "prune") {
        // Every scope is on the present day, and no day comes back that is as old as what is deleted.
        for (const refs of charged) yield* record(0, refs, false, now, now)
        yield* store.prune(Math.min(...clocks.slice(index)) - 2 * DAY)
        for (const spend of spends) {
          spend.isKept = spend.isKept && (yield* store.find(named(spend.number)))._tag === "Some"
        }
      } else yield* expectLaws(all, now)
      yield* expectSpent(spends, now)
    }
    yield* expectLaws(all, clocks.at(-1) ?? begin)
  })

/** Spends on one day, of which the ledger has nothing any more: as after an import without it. */
const openings = Effect.gen(function* () {
  const store = yield* SpendingStore
  const spends: Array<Spend> = []
  for (const [number, is_byok] of [false, true, false].entries()) {
    const refs = charged[number] ?? []
    const day = Math.floor(evening / DAY)
    admitted(yield* admit(number, 3, { refs, charge: is_byok ? "byok" : "own" }))
    yield* store.settle(named(number), costing(number + 1, { is_byok }), evening)
    spends.push({ number, refs, day, is_byok, cost: usd(number + 1), isKept: false })
  }
  expect(yield* store.prune(evening + 1)).toBe(spends.length)
  return spends
})

/** Promises about opening balances and clocks that are wrong. */
export const openingPromises = (promise: Promised, numRuns: number): void => {
  promise("counts an opening balance again when a clock that was ahead is right, and each window for itself", () =>
    Effect.gen(function* () {
      const spends = yield* openings
      yield* limit(key, limited({ daily: 5, monthly: 5 }))
      const [wrong, right] = [evening + 40 * DAY, evening + 2]
      expect(yield* tag(admit(10, 5, { now: wrong, terms: { lease_seconds: 2_592_000 } }))).toBe("Admitted")
      yield* expectSpent(spends, right)
      expect(yield* tag(admit(11, 1.01, { now: right }))).toBe("Refused")
      expect(yield* tag(admit(12, 1, { now: right, refs: [key] }))).toBe("Admitted")
      yield* expectSpent(spends, right)
      yield* expectLaws(all, right)
    })
  )

  promise("keeps what retention has deleted for the day on which a clock is right again", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 1 }))
      yield* admit(1, 1)
      yield* store.settle(named(1), costing(1), evening)
      yield* admit(2, 0.5, { now: evening + 40 * DAY })
      // The clock is so far ahead that what is of today is deleted.
      expect(yield* store.prune(evening + 10 * DAY)).toBe(1)
      yield* expectLaws(all, evening + 40 * DAY)
      expect(yield* tag(admit(3, 0.01, { now: evening + 1 }))).toBe("Refused")
      yield* expectLaws(all, evening + 1)
    })
  )

  promise("keeps the balance of a day when a hold of an earlier one is deleted after it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1, { now: evening - 40 * DAY })
      yield* store.markUnknown(named(1), null, evening - 40 * DAY)
      yield* admit(2, 1)
      yield* store.settle(named(2), costing(1), evening)
      expect(yield* store.prune(evening + 1)).toBe(1)
      yield* store.settle(named(1), costing(0.5), evening + 1)
      expect(yield* store.prune(evening + 1)).toBe(1)
      yield* expectLaws(all, evening + 1)
      const [scope] = yield* store.scopes([key], evening + 1)
      expect(scope?.own.spent).toEqual({ lifetime: usd(1.5), daily: usd(1), weekly: usd(1), monthly: usd(1) })
    })
  )

  promise("adds an opening balance of each window, which counts until the window ends and whatever is deleted", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      admitted(yield* admit(1, 2))
      yield* store.settle(named(1), costing(2), evening)
      yield* store.prune(evening + 1)
      const [spent, more] = [windowsOf(9, 1, 4, 3), windowsOf(20, 2, 8, 6)]
      const terms = limited({ weekly: 5 })
      const added = (dry_run: boolean) =>
        store.addOpenings({
          openings: [
            { ref: otherKey, terms, spent },
            { ref: space, terms: unlimited, spent },
            { ref: whole, terms: unlimited, spent: more }
          ],
          now: evening,
          dry_run
        })
      expect(yield* added(true)).toBe(true)
      expect((yield* store.scopes([otherKey, space], evening)).map(({ own }) => own.spent)).toEqual([
        windowsOf(2, 2, 2, 2)
      ])
      expect(yield* added(false)).toBe(true)
      const of = (now: number) =>
        Effect.map(store.scopes([otherKey, space, whole], now), (scopes) => scopes.map(({ own }) => own.spent))
      expect(yield* of(evening)).toEqual([spent, windowsOf(11, 3, 6, 5), windowsOf(22, 4, 10, 8)])
      const refs = [otherKey, space, whole]
      expect(yield* tag(admit(2, 1.01, { refs }))).toBe("Refused")
      expect(yield* tag(admit(3, 1, { refs }))).toBe("Admitted")
      yield* store.release(named(3), evening)
      yield* expectLaws(all, evening)
      // The next day, week and month.
      const next = evening + HOUR
      expect(yield* tag(admit(4, 5, { refs, now: next }))).toBe("Admitted")
      expect(yield* of(next)).toEqual([windowsOf(9, 0, 0, 0), windowsOf(11, 0, 0, 0), windowsOf(22, 0, 0, 0)])
      yield* expectLaws(all, next)
    })
  )

  promise("adds no opening balance if one of the scopes has no room for it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      admitted(yield* admit(1, 1, { refs: [whole] }))
      const lifetime = Usd.subtract(LARGEST, usd(1))
      const added = (lifetime: Usd.Usd, dry_run = false) => {
        const spent = { ...windowsOf(0, 0, 0, 0), lifetime }
        const openings = [key, whole].map((ref) => ({ ref, terms: unlimited, spent }))
        return store.addOpenings({ openings, now: evening, dry_run })
      }
      const beyond = Usd.add(lifetime, Usd.Usd.make(1n))
      expect(yield* Effect.all([added(beyond), added(beyond, true)])).toEqual([false, false])
      expect(yield* store.scopes([key], evening)).toEqual([])
      expect(yield* added(lifetime)).toBe(true)
      expect(yield* added(usd(0.01))).toBe(false)
      expect(yield* tag(admit(2, 0.01, { refs: [whole] }))).toBe("Refused")
      yield* expectLaws([key, whole], evening)
    })
  )

  const sequences = fc.sample(fc.array(step, { minLength: 40, maxLength: 40, size: "max" }), { numRuns, seed: 35 })
  for (const [index, steps] of sequences.entries()) {
    promise(`keeps what was spent in each window, whatever clocks say (${index + 1} of ${sequences.length})`, () =>
      Effect.flatMap(openings, (spends) => play(steps, evening + HOUR, spends))
    )
  }
}
