import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../../access/Caller.js"
import { about, unchanged } from "../../ports/PendingEntry.js"
import { Transaction } from "../../ports/Transaction.js"
import { change } from "../../records/change.js"
import { wakeQueue } from "../admission/AdmissionQueue.js"
import { HoldCache } from "../admission/HoldCache.js"
import { requireOwnedHold } from "../admission/requireHold.js"
import { HoldNotUnknown } from "../model/Hold.js"
import type { Reconciliation } from "../model/HoldCorrection.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import { CostTooLarge } from "../model/refusals.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { showCorrected } from "./correctHold.js"
import { countSpend } from "./countSpend.js"

/** Whether a hold was reconciled with this cost and reason before: a client repeats a request whose answer it has not got. */
const isRepeated = Effect.fnUntraced(function* (hold: HoldRecord, { cost, reason }: Reconciliation) {
  if (hold.corrections === 0) return false
  const store = yield* SpendingStore
  const [first] = yield* store.corrections(hold)
  return first?.cost_before === null && first.cost === cost && first.reason === reason
})

/**
 * Settles a hold whose outcome is unknown, once somebody has found out what the provider billed; a cost of 0 says that it billed nothing. What
 * counted as unknown counts as spent, in windows that are still those of the request. It is kept with the hold as its first correction, which
 * replaces no cost, with who did it and why; flags that say why the outcome was unknown stay. A hold in another state does not change, so of two
 * at once one is refused, and an open hold is never ended by it. Repeating a reconciliation changes nothing and returns the hold.
 *
 * @throws HoldNotFound, HoldNotUnknown with the `state` of a hold that is open, expired, released or settled, CostTooLarge if a counter has no
 * room for the cost: the outcome is unknown still, StorageFailure.
 */
export const reconcileHold = Effect.fnUntraced(function* (id: string, input: Reconciliation) {
  const { cost, reason } = input
  const { keyHash, organizationId: organization_id } = yield* ManagementCaller
  const store = yield* SpendingStore
  const transaction = yield* Transaction
  const corrected_at = yield* Clock.currentTimeMillis
  const { hold, is_corrected } = yield* transaction.run(
    Effect.gen(function* () {
      const answer = yield* requireOwnedHold(id, (id) =>
        store.reconcile({ id, organization_id }, { cost, reason, corrected_by: keyHash, corrected_at })
      )
      const { id: object, state } = answer.hold
      if (answer.is_corrected) return yield* Effect.as(about({ object }), answer)
      if (state === "unknown") return yield* new CostTooLarge()
      if (!(yield* isRepeated(answer.hold, input))) return yield* new HoldNotUnknown({ id: object, state })
      return yield* Effect.as(unchanged, answer)
    })
  )
  HoldCache.of(store).forget(hold.id)
  if (is_corrected) yield* countSpend(hold)
  yield* wakeQueue(organization_id)
  return yield* showCorrected(hold)
}, change("spending.reconcileHold"))
