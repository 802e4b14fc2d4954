import { expect } from "@effect/vitest"
import { BoostId, KeyHash, Usd } from "@tollgate/core"
import { BudgetRequestStore, budgetRequestRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aBudgetRequestRecord } from "../budgetRequests.js"
import { after } from "../instant.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { recordPromises } from "./recordPromises.js"

const [one, other] = [KeyHash.make("1".repeat(64)), KeyHash.make("2".repeat(64))]

/** Promises of every `BudgetRequestStore`. */
export const budgetRequestStoreContract = contract<BudgetRequestStore>("BudgetRequestStore", (promise) => {
  recordPromises(promise, budgetRequestRecords, {
    noun: "request for more",
    store: BudgetRequestStore,
    make: aBudgetRequestRecord,
    refs: ({ id }) => [id],
    changes: {
      state: "approved",
      decided_at: after(1),
      decided_by: one,
      decision: "Changed",
      boost_id: BoostId.make("01234567-89ab-4cde-8f01-23456789abcd"),
      approved: Usd.fromNumber(2),
      until: after(2)
    },
    listed: [
      { created_at: after(0), key_hash: one, state: "approved" },
      { created_at: after(2), key_hash: one, state: "refused" },
      { created_at: after(1), key_hash: other, state: "approved" },
      { created_at: after(2), key_hash: one, state: "approved" },
      { created_at: after(-1), key_hash: other, state: "refused" }
    ]
  })

  promise("deletes requests that were decided before an instant, and no open ones", () =>
    Effect.gen(function* () {
      const requests = yield* BudgetRequestStore
      const home = yield* aHome()
      for (const decided_at of [null, after(0), after(1), after(2)])
        yield* requests.insert(yield* aBudgetRequestRecord(home, { decided_at }))
      expect(yield* requests.prune(after(1).epochMillis)).toBe(1)
      expect(yield* requests.prune(after(3).epochMillis)).toBe(2)
      const { data, total_count } = yield* requests.list(home.organization_id, { limit: 5, offset: 0 })
      expect([data.map(({ decided_at }) => decided_at), total_count]).toEqual([[null], 1])
    })
  )
})
