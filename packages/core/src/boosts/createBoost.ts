import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { addBoost } from "./addBoost.js"
import { showBoost } from "./BoostRecord.js"
import { BoostId, BoostScopeNotFound, type NewBudgetBoost } from "./BudgetBoost.js"
import { lockBoostedScope } from "./boostedScope.js"

/**
 * Adds an amount to one limit of a key, a guardrail or a workspace for a time, from the next admission on in every process. Boosts of a
 * limit add up: at most 16 of a scope are in force. A change of the limit keeps them.
 *
 * Fails with `BudgetNotFound` if the scope has no limit in the window, `BoostRefused` if the limit is 0 or if too much is added to it already,
 * `BoostScopeNotFound` for an unknown key, guardrail or workspace, or with `InvalidInput` for an end that is not in the future or after the window.
 */
export const createBoost = Effect.fnUntraced(function* (input: NewBudgetBoost) {
  const { keyHash: created_by, organizationId } = yield* ManagementCaller
  const { run } = yield* Transaction
  const id = BoostId.make(yield* Entropy.uuid)
  const now = yield* DateTime.now
  const { reason, until, usd, window } = input
  const record = yield* run(
    Effect.gen(function* () {
      const place = yield* Effect.catchTag(
        lockBoostedScope(organizationId, input, now),
        "GuardrailNotFound",
        "KeyNotFound",
        "WorkspaceNotFound",
        // They have one status and reason, so that an answer could not say which it is.
        () => new BoostScopeNotFound()
      )
      yield* about({ object: id })
      return yield* addBoost(place, { id, window, usd, until, reason, created_by, request_id: null }, now)
    })
  )
  yield* wakeQueue(organizationId)
  return showBoost(record, now)
}, change("boosts.createBoost"))
