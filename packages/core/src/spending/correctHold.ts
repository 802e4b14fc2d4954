import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { requireOwned } from "../access/requireOwned.js"
import { withSpan } from "../runtime/withSpan.js"
import type { CostCorrection } from "./CostCorrection.js"
import { CostTooLarge } from "./CostTooLarge.js"
import { wakeWaiting } from "./Headroom.js"
import { HoldNotFound, HoldNotSettled } from "./Hold.js"
import { type HoldId, HoldIdInput } from "./HoldId.js"
import { showHold } from "./HoldRecord.js"
import { SpendingStore } from "./SpendingStore.js"

const owned = requireOwned(HoldIdInput, (id: HoldId | null) => HoldNotFound.of(id))

/**
 * Replaces the cost of a settled hold by a truer one, such as that of the provider's invoice. Counters change by the difference, in windows that
 * are still those of the request, and so does the activity of its day. The reason is kept with the correction. The same cost changes
 * nothing.
 *
 * @throws HoldNotFound, HoldNotSettled, CostTooLarge if a counter has no room for the difference, StorageFailure.
 */
export const correctHold = Effect.fnUntraced(function* (id: string, { cost, reason }: CostCorrection) {
  const { keyHash, organizationId: organization_id } = yield* ManagementCaller
  const store = yield* SpendingStore
  const corrected_at = yield* Clock.currentTimeMillis
  const hold = yield* owned(id, (id) =>
    store.correct({ id, organization_id }, { cost, reason, corrected_by: keyHash, corrected_at })
  )
  if (hold.state !== "settled") return yield* new HoldNotSettled({ id: hold.id })
  if (hold.cost !== cost) return yield* new CostTooLarge()
  yield* wakeWaiting(organization_id)
  return showHold(hold)
}, withSpan("spending.correctHold"))
