import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withSpan } from "../../runtime/withSpan.js"
import type { InvalidInput } from "../../schema/InvalidInput.js"
import { wakeQueue } from "../admission/AdmissionQueue.js"
import { requireHold } from "../admission/requireHold.js"
import { showHold } from "../model/HoldRecord.js"
import { CostTooLarge } from "../model/refusals.js"
import { isBelow } from "../rules/holdLife.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { countFlags } from "./countSpend.js"

/**
 * Marks the outcome of a request as unknown, because the provider may have billed it. The amount counts toward the budgets until
 * the hold is settled. A hold that is settled stays as it is.
 *
 * @throws HoldNotFound, CostTooLarge if the hold had returned its amount and a counter has no room for it any more, StorageFailure.
 */
export const markUnknown = Effect.fnUntraced(function* (id: string) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const hold = yield* requireHold(id, (name) => store.markUnknown(name, null, now))
  yield* wakeQueue(hold.organization_id)
  if (isBelow(hold.state, "unknown")) return yield* new CostTooLarge()
  return showHold(hold)
}, withSpan("spending.markUnknown"))

/** Why a settlement is refused. */
export type RefusedSettlement = InvalidInput | CostTooLarge

/**
 * Marks the outcome of a hold as unknown, because the settlement that was stated for it is refused: flagged `settlement_refused` until a
 * right one comes. A hold that is settled stays as it is.
 *
 * @throws HoldNotFound, StorageFailure.
 */
export const refuseSettlement = Effect.fnUntraced(function* (id: string, { issues, reason }: RefusedSettlement) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const hold = yield* requireHold(id, (name) => store.markUnknown(name, "settlement_refused", now))
  yield* wakeQueue(hold.organization_id)
  if (hold.state === "unknown") {
    yield* countFlags({ flags: ["settlement_refused"] })
    yield* Effect.annotateLogs(Effect.logWarning("a settlement was refused, and its hold is unknown"), {
      hold: id,
      reason,
      issues: issues.map(({ expected, path }) => `${path.join(".")}: ${expected}`).join("; ")
    })
  }
  return showHold(hold)
})
