import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withSpan } from "../../runtime/withSpan.js"
import { requireHold } from "../admission/requireHold.js"
import { CostTooLarge } from "../model/CostTooLarge.js"
import { showHold } from "../model/HoldRecord.js"
import { isBelow } from "../rules/holdLife.js"
import { SpendingStore } from "../store/SpendingStore.js"

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
  if (isBelow(hold.state, "unknown")) return yield* new CostTooLarge()
  return showHold(hold)
}, withSpan("spending.markUnknown"))
