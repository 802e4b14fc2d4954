import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withSpan } from "../../runtime/withSpan.js"
import { showHold } from "../model/HoldRecord.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { wakeQueue } from "./AdmissionQueue.js"
import { HoldCache } from "./HoldCache.js"
import { requireHold } from "./requireHold.js"

/**
 * Ends a hold whose request was not made, and returns its amount to the budgets. A hold that is unknown or settled stays as it
 * is.
 *
 * @throws HoldNotFound, StorageFailure.
 */
export const release = Effect.fnUntraced(function* (id: string) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const released = yield* requireHold(id, (name) => store.release(name, now))
  HoldCache.of(store).forget(released.id)
  yield* wakeQueue(released.organization_id)
  return showHold(released)
}, withSpan("spending.release"))
