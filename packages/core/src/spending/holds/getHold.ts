import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { LedgerCaller } from "../../access/GatewayCaller.js"
import { withSpan } from "../../runtime/withSpan.js"
import { requireOwnedHold } from "../admission/requireHold.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { showCorrected } from "./correctHold.js"

/**
 * Returns a hold with the corrections of its cost, as it is now. After its lease ends, a hold is `expired`, or `unknown` if it was sent, even if no server has processed it yet.
 *
 * @throws HoldNotFound, also for a hold of another organization, StorageFailure.
 */
export const getHold = Effect.fnUntraced(function* (id: string) {
  const { organizationId: organization_id } = yield* LedgerCaller
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  return yield* showCorrected(yield* requireOwnedHold(id, (id) => store.find({ id, organization_id }, now)))
}, withSpan("spending.getHold"))
