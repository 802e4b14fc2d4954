import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { withSpan } from "../../runtime/withSpan.js"
import { wakeQueue } from "../admission/AdmissionQueue.js"
import type { HoldsOfInstance, ReleasedHolds } from "../model/HoldInput.js"
import { type HoldList, SpendingStore } from "../store/SpendingStore.js"

/**
 * Releases the open holds of a process that were not sent, and returns their number. A gateway calls it when it starts again, so
 * that the holds of its last run need not wait for the end of their leases.
 *
 * @throws StorageFailure.
 */
export const releaseHolds = Effect.fnUntraced(function* ({ instance }: HoldsOfInstance) {
  const { organizationId: organization_id } = yield* GatewayCaller
  const result: ReleasedHolds = { released: yield* releaseUnsent({ organization_id, key_hash: null, instance }) }
  return result
}, withSpan("spending.releaseHolds"))

/**
 * Releases all open holds that were not sent, of a key or of a process, and returns their number. Storage without a
 * `SpendingStore` has none.
 */
export const releaseUnsent = Effect.fnUntraced(function* (
  of: Pick<HoldList, "organization_id" | "key_hash" | "instance">
) {
  const store = yield* Effect.serviceOption(SpendingStore)
  if (Option.isNone(store)) return 0
  const now = yield* Clock.currentTimeMillis
  let released = 0
  for (;;) {
    const some = yield* store.value.releaseUnsent(of, now)
    released += some
    // Less than a chunk is not the end: others may have had some of it locked.
    if (some === 0) break
  }
  if (released > 0) yield* wakeQueue(of.organization_id)
  return released
})
