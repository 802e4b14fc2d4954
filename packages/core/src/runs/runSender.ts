import * as Effect from "effect/Effect"
import { LedgerCaller } from "../access/GatewayCaller.js"
import type { Sender } from "../idempotency/answerOnce.js"
import type { RunPlace } from "./Run.js"
import { requireOrganization } from "./runPlace.js"

/**
 * The sender of a change of a run: its caller, in the organization of the run. Fails with `InvalidInput` if a gateway of all organizations
 * states none.
 */
export const runSender = (place: RunPlace) =>
  Effect.zipWith(
    LedgerCaller,
    requireOrganization(LedgerCaller, place),
    ({ keyHash = null }, organizationId): Sender => ({ organizationId, keyHash })
  )
