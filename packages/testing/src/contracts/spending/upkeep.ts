import { expect } from "@effect/vitest"
import { SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { admit, costing, DAY, evening, MINUTE, named, organization } from "./samples.js"

/** Promises about what an operator watches and deletes. */
export const upkeepPromises = (promise: Promised): void => {
  // Counts and sums are those of stored organizations: the contract of `KeyUsage` has them.
  promise("finds the oldest open hold", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      expect(yield* store.openHolds).toEqual({ count: 0, amount: 0n, oldest: null })
      const oldest = Effect.map(store.openHolds, (open) => open.oldest)
      yield* admit(1, 1)
      yield* admit(2, 2, { now: evening + MINUTE })
      expect(yield* oldest).toBe(evening)
      yield* store.settle(named(1), costing(1), evening + MINUTE)
      expect(yield* oldest).toBe(evening + MINUTE)
      yield* store.release(named(2), evening + MINUTE)
      expect(yield* oldest).toBeNull()
    })
  )

  promise("deletes no name that a hold or the activity has", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const terms = { models: ["acme/reader"], labels: { team: "docs" }, instance: "gateway-1" }
      yield* admit(1, 1, { terms })
      const settled = yield* store.settle(named(1), costing(1, { model: "acme/reader" }), evening)
      expect(Option.map(settled, ({ state }) => state)).toEqual(Option.some("settled"))
      for (const now of [evening, evening + DAY]) expect(yield* store.pruneNames(now)).toBe(0)
      const found = yield* store.find(named(1))
      expect(Option.map(found, ({ instance, labels, models }) => ({ instance, labels, models }))).toEqual(
        Option.some(terms)
      )
      yield* store.prune(evening + DAY)
      for (const now of [evening + 2 * DAY, evening + 3 * DAY]) yield* store.pruneNames(now)
      const asked = { organization_id: organization, key_hash: null, from: 0, to: 1e6 }
      expect(yield* store.activity({ ...asked, by: new Set(["served", "labels"] as const) })).toMatchObject([
        { model: "acme/reader", labels: { team: "docs" }, requests: 1 }
      ])
    })
  )
}
