import { expect } from "@effect/vitest"
import { GuardrailId } from "@tollgate/core"
import { type ScopeTerms, SpendingStore, unlimited } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { refusedBy } from "./runSamples.js"
import {
  admit,
  all,
  costing,
  evening,
  guarded,
  key,
  keyHash,
  limit,
  limited,
  MINUTE,
  named,
  otherKey,
  space,
  whole
} from "./samples.js"

const atMost = (max_in_flight: number | null, terms: ScopeTerms = unlimited): ScopeTerms => ({
  ...terms,
  max_in_flight
})

const why = (...args: Parameters<typeof admit>) => Effect.map(admit(...args), refusedBy)

/** The numbers of open holds that scopes of every kind admit. Those of runs are promised beside them. */
export const inFlightPromises = (promise: Promised): void => {
  promise(
    "admits as many open holds of a key and of a workspace as each admits, and names both where both are full",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        yield* limit(key, atMost(1))
        yield* limit(space, atMost(2))
        expect(yield* why(1, 1)).toEqual(["Admitted"])
        expect(yield* why(2, 1)).toEqual(["too_many_in_flight", key.subject])
        expect(yield* why(3, 1, { refs: [otherKey, space, whole] })).toEqual(["Admitted"])
        expect(yield* why(4, 1, { refs: [otherKey, space, whole] })).toEqual(["too_many_in_flight", space.subject])
        expect(yield* admit(4, 1)).toMatchObject({
          refusal: {
            scopes: [
              { scope: "key", id: key.subject, max_in_flight: 1, in_flight: 1 },
              { scope: "workspace", id: space.subject, max_in_flight: 2, in_flight: 2 }
            ]
          }
        })
        yield* limit(key, atMost(2))
        yield* limit(space, atMost(null))
        expect(yield* why(4, 1)).toEqual(["Admitted"])
        // Fewer than are open: they go on, and nothing is admitted until enough of them have ended.
        yield* limit(key, atMost(1))
        yield* store.settle(named(1), costing(1), evening)
        expect(yield* why(5, 1)).toEqual(["too_many_in_flight", key.subject])
        yield* store.release(named(4), evening)
        expect(yield* why(5, 1)).toEqual(["Admitted"])
        yield* expectLaws(all, evening)
      })
  )

  promise("counts the open holds of a guardrail for each of its subjects", () =>
    Effect.gen(function* () {
      const guardrail = GuardrailId.make("44444444-4444-4444-8444-444444444444")
      const [one, other] = [
        guarded("guardrail_key", keyHash("a"), guardrail),
        guarded("guardrail_key", keyHash("b"), guardrail)
      ]
      yield* limit(one, atMost(1))
      yield* limit(other, atMost(1))
      expect(yield* why(1, 1, { refs: [key, one, space, whole] })).toEqual(["Admitted"])
      expect(yield* why(2, 1, { refs: [otherKey, other, space, whole] })).toEqual(["Admitted"])
      expect(yield* why(3, 1, { refs: [key, one, space, whole] })).toEqual(["too_many_in_flight", guardrail])
      yield* expectLaws([...all, one, other], evening)
    })
  )

  promise("gives a place back when a lease ends, sent or not, and takes none for a hold that is settled late", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, atMost(2))
      yield* admit(1, 1, { terms: { lease_seconds: 60 } })
      yield* admit(2, 1, { terms: { lease_seconds: 60 } })
      yield* store.send(named(2), evening, null)
      const now = evening + MINUTE
      expect(yield* why(3, 1, { now: now - 1 })).toEqual(["too_many_in_flight", key.subject])
      // Given back by the admission, or by the upkeep before it.
      yield* store.expireHolds(now)
      expect(yield* why(3, 1, { now })).toEqual(["Admitted"])
      expect(yield* why(4, 1, { now })).toEqual(["Admitted"])
      yield* store.settle(named(1), costing(1), now)
      yield* store.settle(named(2), costing(1), now)
      expect(yield* why(5, 1, { now })).toEqual(["too_many_in_flight", key.subject])
      yield* expectLaws(all, now)
    })
  )

  promise("refuses a budget that is spent before a scope that is full, and one that is held after it", () =>
    Effect.gen(function* () {
      yield* limit(key, atMost(1, limited({ daily: 2 })))
      yield* admit(1, 1)
      expect(yield* why(2, 3)).toEqual(["budget_spent", key.subject])
      expect(yield* why(2, 1.5)).toEqual(["too_many_in_flight", key.subject])
      yield* limit(key, atMost(2, limited({ daily: 2 })))
      expect(yield* why(2, 1.5)).toEqual(["budget_held", key.subject])
      expect(yield* why(2, 1)).toEqual(["Admitted"])
    })
  )

  promise("admits no more than a scope admits, however many ask and end at once", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const most = 5
      yield* limit(space, atMost(most))
      let [open, highest, admitted, refused] = [0, 0, 0, 0]
      const ask = (number: number) =>
        Effect.gen(function* () {
          const [tag] = yield* why(number, 1, { refs: [number % 2 === 0 ? key : otherKey, space, whole] })
          if (tag !== "Admitted") {
            refused++
            return
          }
          admitted++
          open++
          highest = Math.max(highest, open)
          yield* Effect.yieldNow()
          open--
          const end = [store.settle(named(number), costing(1), evening), store.release(named(number), evening)] as const
          yield* end[number % 2] ?? store.markUnknown(named(number), null, evening)
        })
      for (let round = 0; round < 8; round++) {
        const numbers = Array.from({ length: 25 }, (_, n) => round * 25 + n)
        yield* Effect.forEach(numbers, ask, { concurrency: "unbounded", discard: true })
      }
      expect(highest).toBeLessThanOrEqual(most)
      // It was a race, and places were taken again.
      expect([highest > 1, admitted > most, refused > 0]).toEqual([true, true, true])
      expect(yield* store.scopes([space], evening)).toMatchObject([{ holds: 0, max_in_flight: most }])
      yield* expectLaws(all, evening)
    })
  )
}
