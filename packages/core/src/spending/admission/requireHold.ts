import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { requireOwned } from "../../access/requireOwned.js"
import type { HoldName } from "../model/Admission.js"
import { HoldNotFound } from "../model/Hold.js"
import { type HoldId, HoldIdInput } from "../model/HoldId.js"

/** Reads or changes a hold by its id, in an organization that the act names. Fails with `HoldNotFound`. */
export const requireOwnedHold = requireOwned(HoldIdInput, (id: HoldId | null) => HoldNotFound.of(id))

/** Reads or changes a hold by its id, in the organization that the caller spends for. Fails with `HoldNotFound`. */
export const requireHold = <A, E, R>(id: string, act: (name: HoldName) => Effect.Effect<Option.Option<A>, E, R>) =>
  Effect.flatMap(GatewayCaller, ({ organizationId: organization_id }) =>
    requireOwnedHold(id, (id) => act({ id, organization_id }))
  )
