import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import type { BudgetRequestRefusal } from "./BudgetRequest.js"
import { decide, lockOpenRequest } from "./decideBudgetRequest.js"
import { showBudgetRequest } from "./showBudgetRequest.js"

/**
 * Refuses a request for more. The limit of its key stays, and the key may ask again.
 *
 * Fails with `BudgetRequestDecided` or `BudgetRequestNotFound`.
 */
export const refuseBudgetRequest = Effect.fnUntraced(function* (id: string, { reason }: BudgetRequestRefusal) {
  const { keyHash: decided_by, organizationId } = yield* ManagementCaller
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  const decided = yield* run(
    Effect.gen(function* () {
      const found = yield* lockOpenRequest(organizationId, id)
      yield* about({ object: found.id, fields: { key_hash: found.key_hash } })
      const decision = reason ?? null
      const record = yield* decide(organizationId, found, { state: "refused", decided_at: now, decided_by, decision })
      return yield* showBudgetRequest(record)
    })
  )
  return decided
}, change("requests.refuseBudgetRequest"))
