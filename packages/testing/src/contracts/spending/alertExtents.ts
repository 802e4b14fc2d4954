import { expect } from "@effect/vitest"
import { GuardrailId, Usd } from "@tollgate/core"
import { AlertStore, LARGEST, SpendingStore, Transaction, unlimited } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { alertsOf, spend, told } from "./alertSamples.js"
import { admitIn, path } from "./runSamples.js"
import {
  admit,
  correcting,
  costing,
  evening,
  guarded,
  key,
  keyHash,
  limit,
  limited,
  named,
  otherKey,
  space,
  usd,
  whole
} from "./samples.js"

const guardrail = GuardrailId.make("55555555-5555-4555-8555-555555555555")

/** Promises about which budgets have alerts, and of what amounts. */
export const alertExtentPromises = (promise: Promised): void => {
  promise("raises alerts of each of five budgets that one settlement reaches, and of runs", () =>
    Effect.gen(function* () {
      const refs = [
        key,
        guarded("guardrail_key", keyHash("a"), guardrail),
        guarded("guardrail_member", "ada", guardrail),
        space,
        whole
      ]
      for (const ref of refs) yield* limit(ref, limited({ weekly: 10 }))
      yield* spend(1, 5, { refs })
      const five = refs.map(({ kind }) => `${kind} weekly 50 of 10`).sort()
      expect(yield* told).toEqual(five)
      const store = yield* SpendingStore
      yield* admitIn(2, 1, path("job", { limit_usd: 2 }), { refs: [otherKey, space, whole] })
      yield* store.settle(named(2), costing(1), evening)
      expect(yield* told).toEqual([...five, "run lifetime 50 of 2"].sort())
    })
  )

  promise("raises no alert of a limit of 0, or of a scope without one", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 5)
      yield* admit(2, 5)
      yield* limit(key, limited({ lifetime: 0 }))
      yield* store.settle(named(1), costing(5), evening)
      yield* store.markUnknown(named(2), null, evening)
      expect(yield* told).toEqual([])
      yield* limit(key, unlimited)
      yield* spend(3, 5)
      expect(yield* told).toEqual([])
    })
  )

  promise("compares amounts to the nano-dollar, up to the largest one", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const limits = [3n, 7n, 2n ** 46n - 1n, 2n ** 46n, 2n ** 46n + 1n, 2n ** 53n + 1n, LARGEST - 1n, LARGEST]
      let number = 1
      for (const [at, nanos] of limits.entries()) {
        const ref = { ...key, subject: keyHash("0123456789abcdef".charAt(at)) }
        const most = Usd.Usd.make(nanos)
        yield* limit(ref, { ...limited({}), limits: { ...unlimited.limits, lifetime: most } })
        const rise = Effect.fnUntraced(function* (cost: bigint) {
          yield* admit(number, 0, { refs: [ref] })
          yield* store.settle(named(number++), { ...costing(0), cost: Usd.Usd.make(cost) }, evening)
        })
        const thresholds = Effect.map(alertsOf(), (all) =>
          all.flatMap(({ ref: { subject }, threshold }) => (subject === ref.subject ? [threshold ?? 0] : [])).sort()
        )
        let spent = 0n
        const reached = () => [100, 50, 80].filter((threshold) => spent * 100n >= nanos * BigInt(threshold))
        for (const threshold of [50, 80, 100]) {
          const least = (nanos * BigInt(threshold) + 99n) / 100n
          for (const next of [least - 1n, least].filter((next) => next > spent)) {
            yield* rise(next - spent)
            spent = next
            expect([nanos, yield* thresholds]).toEqual([nanos, reached()])
          }
        }
        expect(reached()).toHaveLength(3)
      }
      const largest = (yield* alertsOf()).filter((alert) => alert.limit === LARGEST && alert.threshold === 100)
      expect(largest.map(({ spent }) => spent)).toEqual([LARGEST])
    })
  )
}

class Undone extends Error {}

/** Promises about alerts being stored with their acts, or not at all. */
export const atomicAlertPromises = (promise: Promised): void => {
  promise("stores no alert of an act that is undone, or that changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const { run } = yield* Transaction
      yield* limit(key, limited({ lifetime: 10 }))
      yield* Effect.forEach([1, 2], (number) => admit(number, 4))
      yield* store.settle(named(1), costing(4), evening)
      const settling = store.settle(named(2), costing(2), evening)
      const failed = yield* Effect.flip(run(Effect.zipRight(settling, Effect.fail(new Undone()))))
      expect(failed).toBeInstanceOf(Undone)
      expect(yield* told).toEqual([])
      yield* run(Effect.zipRight(store.correct(named(1), correcting(5)), settling))
      expect(yield* told).toEqual(["key lifetime 50 of 10"])
      yield* Effect.all([settling, settling, store.markUnknown(named(2), null, evening), admit(2, 9)])
      expect(yield* told).toEqual(["key lifetime 50 of 10"])
    })
  )

  promise("has one alert of a threshold that 64 callers reach at once", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 64 }))
      yield* limit(space, limited({ daily: 32 }))
      const numbers = Array.range(1, 64)
      yield* Effect.forEach(numbers, (number) => admit(number, 0))
      yield* Effect.forEach(numbers, (number) => store.settle(named(number), costing(1), evening), {
        concurrency: "unbounded"
      })
      const of = (budget: string) => [100, 50, 80].map((threshold) => `${budget.replace("%", String(threshold))}`)
      expect(yield* told).toEqual([...of("key lifetime % of 64"), ...of("workspace daily % of 32")])
    })
  )

  promise("stores what is added to it once, whoever adds it", () =>
    Effect.gen(function* () {
      const alerts = yield* AlertStore
      yield* limit(key, limited({ lifetime: 10 }))
      yield* spend(1, 5)
      const [alert] = yield* alertsOf()
      if (alert === undefined) throw new Error("There is no alert.")
      expect(yield* alerts.add({ ...alert, spent: usd(7) })).toBe(false)
      const other = { ...alert, id: "f".repeat(32) }
      expect([yield* alerts.add(other), yield* alerts.add(other)]).toEqual([true, false])
      expect(yield* alertsOf()).toEqual([alert, other].sort((a, b) => (a.id < b.id ? -1 : 1)))
    })
  )
}
