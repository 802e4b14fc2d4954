import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AnyKey } from "../api/AnyKey.js"
import { ManagementKey, ManagementKeyHidden } from "../api/ManagementKey.js"
import { Forbidden, Unauthorized } from "../api/WireError.js"
import { authenticateRequest, refuseOrdinaryKeys } from "./authenticateRequest.js"

/** How each right is seen to. The contract names the rights alone, since a client knows no keys but its own. */
export const layer = Layer.mergeAll(
  Layer.effect(AnyKey, authenticateRequest),
  Layer.effect(ManagementKey, Effect.map(authenticateRequest, refuseOrdinaryKeys(Forbidden.managementOnly))),
  Layer.effect(ManagementKeyHidden, Effect.map(authenticateRequest, refuseOrdinaryKeys(Unauthorized.invalid)))
)
