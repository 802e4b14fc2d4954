import { expect } from "@effect/vitest"
import { SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { admit, all, evening, exceeded, HOUR, key, limit, limited, MINUTE, named, tag, usd } from "./samples.js"

const own = Effect.gen(function* () {
  const store = yield* SpendingStore
  const [scope] = yield* store.scopes([key], evening)
  const { held, spent, unknown } = scope?.own ?? expect.fail("The key has no scope.")
  return { spent: spent.lifetime, held: held.lifetime, unknown: unknown.lifetime }
})

/** Promises about sending and extending a hold. */
export const extensionPromises = (promise: Promised): void => {
  promise("lets neither be sent nor extended what is over, given back or not", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const extend = (number: number, now: number) =>
        tag(store.extend({ hold: named(number), amount: null, lease_seconds: null, fence: [], now }))
      yield* Effect.forEach([1, 2], (number) => admit(number, 1))
      const end = evening + 10 * MINUTE
      expect(yield* tag(store.send(named(1), end))).toBe("Ended")
      expect(yield* extend(1, end)).toBe("Ended")
      yield* store.expireHolds(end)
      expect(yield* tag(store.send(named(1), evening))).toBe("Ended")
      expect(yield* extend(1, evening)).toBe("Ended")
      expect(yield* tag(store.send(named(9), evening))).toBe("NotFound")
      expect(yield* extend(9, evening)).toBe("NotFound")
      expect(yield* own).toEqual({ held: 0n, unknown: 0n, spent: 0n })
    })
  )

  promise("keeps the time of the first sending", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1)
      for (const now of [evening + 1, evening + 2]) {
        const answer = yield* store.send(named(1), now)
        expect(answer._tag === "Sent" && answer.hold.sent_at).toBe(evening + 1)
      }
    })
  )

  promise("extends a hold to a whole amount, judged like an admission, and renews its lease", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 3 }))
      yield* admit(1, 1)
      const extend = (amount: number | null, seconds: number | null, now = evening) =>
        store.extend({
          hold: named(1),
          amount: amount === null ? null : usd(amount),
          lease_seconds: seconds,
          fence: [],
          now
        })
      for (let times = 0; times < 2; times++) {
        expect(yield* extend(3, null)).toMatchObject({ _tag: "Extended", hold: { amount: usd(3), asked: usd(1) } })
      }
      const refused = yield* extend(3.5, null)
      expect(exceeded(refused).budgets.map(({ asked }) => asked)).toEqual([usd(0.5)])
      expect(yield* extend(2, 60)).toMatchObject({ hold: { amount: usd(3), lease_ends_at: evening + 10 * MINUTE } })
      expect(yield* extend(null, 3600)).toMatchObject({ hold: { amount: usd(3), lease_ends_at: evening + HOUR } })
      expect(yield* store.expireHolds(evening + 30 * MINUTE)).toBe(0)
      yield* expectLaws(all, evening)
      yield* store.release(named(1), evening)
      expect(yield* own).toEqual({ held: 0n, unknown: 0n, spent: 0n })
    })
  )

  promise("refuses an extension on records that are older than the last change", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1)
      const extend = (version: number) =>
        tag(
          store.extend({
            hold: named(1),
            amount: usd(2),
            lease_seconds: null,
            fence: [{ ref: key, version }],
            now: evening
          })
        )
      yield* store.setTerms({ ref: key }, null, evening)
      expect([yield* extend(0), yield* extend(1)]).toEqual(["Stale", "Extended"])
    })
  )
}
