import { expect } from "@effect/vitest"
import { CHUNK, type HoldRecord, SpendingStore, Transaction } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { own } from "./life.js"
import {
  admit,
  costing,
  evening,
  HOUR,
  key,
  limit,
  limited,
  MINUTE,
  named,
  otherOrganization,
  tag,
  usd
} from "./samples.js"

type State = HoldRecord["state"]

/** Promises about holds whose lease has ended and that nothing has given back. */
export const lapsePromises = (promise: Promised): void => {
  promise("shows a hold whose lease has ended as what it is, also before it is given back, and writes nothing", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      for (const number of [1, 2, 3]) yield* admit(number, 1)
      yield* store.send(named(2), evening)
      const end = evening + 10 * MINUTE
      const listed = (state: State | null, now?: number) =>
        Effect.map(
          store.list(
            {
              organization_id: key.organization_id,
              workspace_id: null,
              key_hash: null,
              flag: null,
              instance: null,
              state
            },
            { limit: 2, offset: 0 },
            now
          ),
          ({ data, total_count }) => [total_count, data.map((hold) => [hold.id, hold.state, hold.ended_at])] as const
        )
      const shown = (number: number, state: State, ended_at: number | null) => [named(number).id, state, ended_at]
      const open = [1, 2, 3].map((number) => shown(number, "open", null))
      expect(yield* listed("open", end - 1)).toEqual([3, open.slice(0, 2)])
      for (const state of ["expired", "unknown"] as const) expect(yield* listed(state, end - 1)).toEqual([0, []])
      const [first, second, third] = [shown(1, "expired", end), shown(2, "unknown", end), shown(3, "expired", end)]
      const expectEnded = Effect.gen(function* () {
        expect(yield* listed("open", end)).toEqual([0, []])
        expect(yield* listed("expired", end)).toEqual([2, [first, third]])
        expect(yield* listed("unknown", end)).toEqual([1, [second]])
        expect(yield* listed(null, end)).toEqual([3, [first, second]])
        for (const [number, hold] of [first, second, third].entries()) {
          const found = yield* store.find(named(number + 1), end)
          expect(Option.map(found, ({ ended_at, id, state }) => [id, state, ended_at])).toEqual(Option.some(hold))
        }
      })
      yield* expectEnded
      expect(yield* listed("open")).toEqual([3, open.slice(0, 2)])
      expect(yield* own).toEqual({ held: usd(3), unknown: 0n, spent: 0n })
      expect(yield* store.expireHolds(end + 5)).toBe(3)
      yield* expectEnded
      expect(yield* listed("expired")).toEqual([2, [first, third]])
      expect(yield* own).toEqual({ held: 0n, unknown: usd(1), spent: 0n })
    })
  )

  promise(
    "gives back a hold at the end of its lease also if a transaction that had ended it or given it back is undone",
    () =>
      Effect.gen(function* () {
        const [store, { run }] = [yield* SpendingStore, yield* Transaction]
        const undone = <A, E, R>(act: Effect.Effect<A, E, R>) =>
          Effect.either(run(Effect.zipRight(act, Effect.fail("undone"))))
        const end = evening + 10 * MINUTE
        for (const number of [1, 2, 3]) yield* admit(number, 1)
        yield* undone(store.settle(named(1), costing(1), evening))
        expect(yield* store.expireHolds(end)).toBe(3)
        for (const number of [4, 5, 6]) yield* admit(number, 1)
        yield* undone(store.expireHolds(end))
        yield* undone(admit(7, 1, { now: end }))
        // A storage may give back those of other organizations, too.
        const others = yield* store.expireHolds(end, otherOrganization)
        expect(others + (yield* store.expireHolds(end, key.organization_id))).toBe(3)
        expect(yield* own).toEqual({ held: 0n, unknown: 0n, spent: 0n })
      })
  )

  promise("counts no hold against a budget after the end of its lease, also if that was extended", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 1 }))
      yield* admit(1, 1)
      yield* store.extend({ hold: named(1), amount: null, lease_seconds: 3600, fence: [], now: evening })
      expect(yield* store.expireHolds(evening + 30 * MINUTE)).toBe(0)
      const another = (now: number) => tag(admit(2, 1, { now }))
      expect([yield* another(evening + HOUR - 1), yield* another(evening + HOUR)]).toEqual(["Refused", "Admitted"])
    })
  )

  promise("gives back more holds than a chunk before the admissions that come next", () =>
    Effect.gen(function* () {
      const many = CHUNK + 1
      const now = evening + 10 * MINUTE
      yield* Effect.forEach(Array.range(1, many), (number) => admit(number, 0.01), { concurrency: 64 })
      for (const number of [many + 1, many + 2]) yield* admit(number, 0.01, { now })
      expect(yield* own).toEqual({ held: usd(0.02), unknown: 0n, spent: 0n })
    })
  )
}
