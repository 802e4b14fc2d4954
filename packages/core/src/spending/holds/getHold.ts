import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withSpan } from "../../runtime/withSpan.js"
import { requireHold } from "../admission/requireHold.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { showCorrected } from "./correctHold.js"

/**
 * Returns a hold with the corrections of its cost, as it is now. After its lease ends, a hold is `expired`, or `unknown` if it was sent, even if no server has processed it yet.
 *
 * @throws HoldNotFound, StorageFailure.
 */
export const getHold = Effect.fnUntraced(function* (id: string) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  return yield* showCorrected(yield* requireHold(id, (name) => store.find(name, now)))
}, withSpan("spending.getHold"))
