import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { showHold } from "./HoldRecord.js"
import { requireHold } from "./requireHold.js"
import { SpendingStore } from "./SpendingStore.js"

/**
 * Marks the outcome of a request as unknown, because the provider may have billed it. The amount counts toward the budgets until
 * the hold is settled. A hold that is settled stays as it is.
 *
 * @throws HoldNotFound, StorageFailure.
 */
export const markUnknown = Effect.fnUntraced(function* (id: string) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  return showHold(yield* requireHold(id, (name) => store.markUnknown(name, null, now)))
}, withSpan("spending.markUnknown"))
