import * as Effect from "effect/Effect"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { withSpan } from "../../runtime/withSpan.js"
import type { HoldsOfInstance, ReleasedHolds } from "../model/ReleasedHolds.js"
import { releaseUnsent } from "./releaseUnsent.js"

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
