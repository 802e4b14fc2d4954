import { expect } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { type AlertRecord, type ScopeRef, SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { alertExtentPromises, atomicAlertPromises } from "./alertExtents.js"
import { alertLawPromises } from "./alertLaws.js"
import { alertsOf, inWords, spend, told, usedAt } from "./alertSamples.js"

import {
  admit,
  correcting,
  costing,
  DAY,
  evening,
  HOUR,
  key,
  limit,
  limited,
  MINUTE,
  named,
  otherKey,
  otherOrganization,
  space,
  usd,
  whole
} from "./samples.js"

const NANO = 0.000000001
/** The next day, which is in another week and another month. */
const nextDay = evening + HOUR

const thresholdPromises = (promise: Promised): void => {
  promise("raises an alert at exactly a threshold, and none a nano-dollar below it", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ monthly: 10 }))
      yield* spend(1, 5 - NANO)
      expect(yield* told).toEqual([])
      yield* admit(2, 1)
      yield* admit(3, 2)
      yield* store.settle(named(2), costing(NANO), evening + 7)
      const [alert, ...others] = yield* alertsOf()
      expect([alert, others]).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          kind: "crossing",
          at: evening + 7,
          ref: key,
          window: "monthly",
          threshold: 50,
          limit: usd(10),
          spent: usd(5),
          held: usd(2),
          unknown: Usd.zero,
          resets_at: Date.UTC(2026, 5, 1),
          request: null
        } satisfies AlertRecord,
        []
      ])
      yield* spend(4, 3 - NANO)
      expect(yield* told).toHaveLength(1)
      yield* spend(5, NANO)
      yield* spend(6, 2 - NANO)
      expect(yield* told).toEqual(["key monthly 50 of 10", "key monthly 80 of 10"])
      yield* spend(7, NANO)
      yield* spend(8, 25)
      expect(yield* told).toEqual(["key monthly 100 of 10", "key monthly 50 of 10", "key monthly 80 of 10"])
    })
  )

  promise("has an alert for each threshold that one settlement reaches", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 10 }))
      yield* spend(1, 8)
      expect(yield* told).toEqual(["key lifetime 50 of 10", "key lifetime 80 of 10"])
      yield* limit(otherKey, limited({ daily: 1 }))
      yield* spend(2, 30, { refs: [otherKey, space, whole] })
      const daily = [100, 50, 80].map((threshold) => `key daily ${threshold} of 1`)
      expect(yield* told).toEqual([...daily, "key lifetime 50 of 10", "key lifetime 80 of 10"])
      expect(new Set((yield* alertsOf()).map(({ id }) => id)).size).toBe(5)
    })
  )

  promise("counts what is spent and unknown, and no open hold", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 10 }))
      for (const number of [1, 2, 3]) yield* admit(number, 3)
      yield* store.send(named(2), evening)
      yield* store.extend({ hold: named(1), amount: usd(4), lease_seconds: null, fence: [], now: evening })
      yield* store.release(named(1), evening)
      yield* store.settle(named(2), costing(3), evening)
      expect(yield* told).toEqual([])
      yield* store.markUnknown(named(3), null, evening)
      expect(yield* told).toEqual(["key lifetime 50 of 10", "key lifetime unknown of 10"])
      // What was unknown is spent now: it was told.
      yield* store.settle(named(3), costing(3), evening)
      expect(yield* told).toHaveLength(2)
    })
  )

  promise("counts BYOK amounts only if the budget includes them", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 10 }))
      yield* limit(space, limited({ lifetime: 10 }, true))
      yield* admit(1, 6, { charge: "byok" })
      yield* store.settle(named(1), costing(6, { is_byok: true }), evening)
      expect(yield* told).toEqual(["workspace lifetime 50 of 10"])
      expect((yield* alertsOf())[0]).toMatchObject({ spent: usd(6), held: 0n })
      yield* spend(2, 2)
      expect(yield* told).toEqual(["workspace lifetime 50 of 10", "workspace lifetime 80 of 10"])
    })
  )

  promise(
    "tells the thresholds of the organization alone, in the budgets of all its scopes, and none if it has none",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const theirs: ScopeRef = { ...whole, organization_id: otherOrganization, subject: otherOrganization }
        const mine = { ...limited({ lifetime: 10 }), thresholds: [7, 30] }
        yield* limit(whole, mine)
        yield* limit(key, limited({ lifetime: 10 }))
        yield* limit(theirs, limited({ lifetime: 10 }))
        yield* spend(1, 6)
        yield* admit(2, 0, { refs: [theirs], terms: { organization_id: otherOrganization } })
        yield* store.settle(named(2, otherOrganization), costing(6), evening)
        const both = ["key", "organization"].flatMap((scope) => [30, 7].map((at) => `${scope} lifetime ${at} of 10`))
        expect(yield* told).toEqual(both)
        expect((yield* alertsOf(otherOrganization)).map(inWords)).toEqual(["organization lifetime 50 of 10"])
        yield* limit(whole, { ...mine, thresholds: [] })
        yield* spend(3, 4)
        expect(yield* told).toEqual(both)
        yield* admit(4, 0)
        yield* store.recordUsage(usedAt(5, null, evening))
        yield* limit(whole, { ...mine, thresholds: null })
        yield* spend(6, 2)
        // The highest that it has reached, of the scope whose terms have changed.
        expect(yield* told).toEqual(["organization lifetime 100 of 10", ...both].sort())
      })
  )
}

const againPromises = (promise: Promised): void => {
  promise("raises an alert of a threshold once in a window, and again in the next one", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ daily: 10 }))
      for (const [number, cost] of [6, 0.5, 0.5].entries()) yield* spend(number, cost)
      expect(yield* told).toEqual(["key daily 50 of 10"])
      yield* spend(4, 4, { now: nextDay })
      expect(yield* told).toEqual(["key daily 50 of 10"])
      yield* spend(5, 2, { now: nextDay })
      expect(yield* told).toEqual(["key daily 50 of 10", "key daily 50 of 10"])
      const ends = (yield* alertsOf()).map(({ resets_at }) => resets_at)
      expect(ends).toEqual([Date.UTC(2026, 5, 2), Date.UTC(2026, 5, 1)])
    })
  )

  promise("raises no second alert after a correction to less and back", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 10 }))
      yield* spend(1, 6)
      yield* store.correct(named(1), correcting(1))
      expect(yield* told).toEqual(["key lifetime 50 of 10"])
      yield* store.correct(named(1), correcting(5))
      yield* store.correct(named(1), correcting(9))
      expect(yield* told).toEqual(["key lifetime 50 of 10", "key lifetime 80 of 10"])
    })
  )

  promise("raises an alert of another limit: of the highest threshold that is reached, with the next settlement", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 10 }))
      yield* spend(1, 9)
      const first = ["key lifetime 50 of 10", "key lifetime 80 of 10"]
      yield* limit(key, limited({ lifetime: 11 }))
      expect(yield* told).toEqual(first)
      yield* spend(2, NANO)
      const second = [...first, "key lifetime 80 of 11"].sort()
      expect(yield* told).toEqual(second)
      yield* limit(key, limited({ lifetime: 20 }))
      yield* spend(3, NANO)
      expect(yield* told).toEqual(second)
      yield* spend(4, 1)
      const third = [...second, "key lifetime 50 of 20"].sort()
      expect(yield* told).toEqual(third)
      // A limit that it had before, and a change of something else, tell nothing new.
      yield* limit(key, { ...limited({ lifetime: 20 }), max_in_flight: 7 })
      yield* spend(5, NANO)
      yield* limit(key, limited({ lifetime: 11 }))
      yield* spend(6, NANO)
      expect(yield* told).toEqual(third)
      yield* limit(key, limited({ lifetime: 9 }))
      yield* spend(7, NANO)
      expect(yield* told).toEqual([...third, "key lifetime 100 of 9"].sort())
    })
  )
}

const windowPromises = (promise: Promised): void => {
  const everywhere = limited({ lifetime: 40, daily: 10, weekly: 20, monthly: 30 })
  for (const isRolled of [false, true]) {
    promise(
      `tells nothing of windows that are over, if a settlement is late${isRolled ? " and the next day has begun" : ""}`,
      () =>
        Effect.gen(function* () {
          const store = yield* SpendingStore
          yield* limit(key, everywhere)
          yield* admit(1, 9)
          if (isRolled) yield* admit(2, 1, { now: nextDay })
          yield* store.settle(named(1), costing(25), nextDay)
          expect(yield* told).toEqual(["key lifetime 50 of 40"])
        })
    )
  }

  promise("raises alerts of each present window of a budget", () =>
    Effect.gen(function* () {
      yield* limit(key, everywhere)
      yield* spend(1, 16)
      const daily = [100, 50, 80].map((threshold) => `key daily ${threshold} of 10`)
      expect(yield* told).toEqual([...daily, "key monthly 50 of 30", "key weekly 50 of 20", "key weekly 80 of 20"])
    })
  )

  promise("raises alerts of usage without a hold, in the windows that are present", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, everywhere)
      yield* store.recordUsage(usedAt(1, 9, evening - 10 * DAY, evening))
      expect(yield* told).toEqual([])
      yield* store.recordUsage(usedAt(2, 11, evening))
      yield* store.recordUsage(usedAt(2, 11, evening))
      expect(yield* told).toEqual([
        "key daily 100 of 10",
        "key daily 50 of 10",
        "key daily 80 of 10",
        "key lifetime 50 of 40",
        "key monthly 50 of 30",
        "key weekly 50 of 20"
      ])
      yield* store.recordUsage(usedAt(3, null, evening))
      expect(yield* told).toHaveLength(6)
    })
  )

  promise("raises alerts of what is unknown when a lease ends after its request was sent", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 10 }))
      for (const number of [1, 2]) yield* admit(number, 5, { terms: { lease_seconds: 60 } })
      yield* store.send(named(1), evening)
      // An admission gives ended holds back, or `expireHolds` where it does not.
      yield* admit(3, 1, { now: evening + 2 * MINUTE, refs: [otherKey, space, whole] })
      yield* store.expireHolds(evening + 2 * MINUTE)
      expect(yield* told).toEqual(["key lifetime 50 of 10", "key lifetime unknown of 10"])
    })
  )
}

const unknownPromises = (promise: Promised): void => {
  promise(
    "raises an alert once when more than 10 % of a limit is unknown, not at exactly 10 %, and again for another limit",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        yield* limit(key, limited({ lifetime: 10 }))
        const leave = (number: number, amount: number) =>
          Effect.zipRight(admit(number, amount), store.markUnknown(named(number), null, evening + number))
        yield* leave(1, 1)
        expect(yield* told).toEqual([])
        yield* leave(2, NANO)
        yield* leave(3, 1)
        expect((yield* alertsOf()).map((alert) => ({ ...alert, id: "" }))).toEqual([
          {
            id: "",
            kind: "unknown",
            at: evening + 2,
            ref: key,
            window: "lifetime",
            threshold: null,
            limit: usd(10),
            spent: 0n,
            held: 0n,
            unknown: usd(1 + NANO),
            resets_at: null,
            request: null
          }
        ])
        yield* store.settle(named(1), costing(1), evening)
        yield* store.settle(named(3), costing(1), evening)
        yield* leave(4, 1)
        expect(yield* told).toEqual(["key lifetime unknown of 10"])
        yield* limit(key, limited({ lifetime: 9 }))
        yield* spend(5, 0)
        expect(yield* told).toEqual(["key lifetime unknown of 10", "key lifetime unknown of 9"])
        yield* limit(key, limited({ lifetime: 100 }))
        yield* spend(6, NANO)
        expect(yield* told).toHaveLength(2)
      })
  )
}

/** Promises about the alerts that acts store. */
export const alertPromises = (promise: Promised, numRuns: number): void => {
  thresholdPromises(promise)
  againPromises(promise)
  windowPromises(promise)
  unknownPromises(promise)
  alertExtentPromises(promise)
  atomicAlertPromises(promise)
  alertLawPromises(promise, numRuns)
}
