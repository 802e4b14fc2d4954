import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { addBoost } from "../boosts/addBoost.js"
import { BoostId } from "../boosts/BudgetBoost.js"
import { lockKeyScope } from "../boosts/boostedScope.js"
import { isAlive } from "../keys/Expiry.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { type BudgetRequestApproval, MoreRefused } from "./BudgetRequest.js"
import { decide, findOpenRequest, lockOpenRequest } from "./decideBudgetRequest.js"
import { showBudgetRequest } from "./showBudgetRequest.js"

/**
 * Approves a request for more: adds a boost to the limit of its key, from the next admission on in every process. The boost has the amount
 * that is asked for and ends with the window, or 24 hours from now for a lifetime limit, unless stated otherwise.
 *
 * Fails with `BudgetRequestDecided`, `BudgetRequestNotFound`, `MoreRefused` if the key was deleted or disabled or has expired, `BudgetNotFound`
 * if the key has no limit in the window any more, `BoostRefused`, or with `InvalidInput` for the end of the boost.
 */
export const approveBudgetRequest = Effect.fnUntraced(function* (id: string, input: BudgetRequestApproval) {
  const { keyHash: decided_by, organizationId } = yield* ManagementCaller
  const { run } = yield* Transaction
  const boost_id = BoostId.make(yield* Entropy.uuid)
  const now = yield* DateTime.now
  const found = yield* findOpenRequest(organizationId, id)
  const { key_hash, period: window, reason } = found
  const decided = yield* run(
    Effect.gen(function* () {
      const { key, ...place } = yield* Effect.catchTag(
        lockKeyScope(organizationId, key_hash),
        "KeyNotFound",
        () => new MoreRefused({ reason: "key_deleted" })
      )
      const { asked } = yield* lockOpenRequest(organizationId, found.id)
      if (key.disabled) return yield* new MoreRefused({ reason: "key_disabled" })
      if (!isAlive(key.expires_at, now)) return yield* new MoreRefused({ reason: "key_expired" })
      const usd = input.usd ?? asked
      const until = input.until ?? (window === "lifetime" ? DateTime.add(now, { hours: 24 }) : undefined)
      const boost = { id: boost_id, window, usd, until, reason: input.reason ?? reason }
      const added = yield* addBoost(place, { ...boost, created_by: decided_by, request_id: found.id }, now)
      yield* about({ object: found.id, fields: { usd, until: added.until, key_hash, boost_id } })
      const record = yield* decide(organizationId, found, {
        state: "approved",
        decided_at: now,
        decided_by,
        decision: input.reason ?? null,
        boost_id,
        approved: usd,
        until: added.until
      })
      return yield* showBudgetRequest(record)
    })
  )
  yield* wakeQueue(organizationId)
  return decided
}, change("requests.approveBudgetRequest"))
