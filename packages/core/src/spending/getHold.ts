import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { showHold } from "./HoldRecord.js"
import { requireHold } from "./requireHold.js"
import { SpendingStore } from "./SpendingStore.js"

/**
 * Returns a hold.
 *
 * @throws HoldNotFound, StorageFailure.
 */
export const getHold = Effect.fnUntraced(function* (id: string) {
  const store = yield* SpendingStore
  return showHold(yield* requireHold(id, store.find))
}, withSpan("spending.getHold"))
