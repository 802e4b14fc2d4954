import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Forbidden, Unauthorized } from "../WireError.js"
import { AnyKey } from "./AnyKey.js"
import { identify, refuseOrdinaryKeys } from "./identify.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"

/** How each right is seen to. The contract names the rights alone, since a client knows no keys but its own. */
export const layer = Layer.mergeAll(
  Layer.effect(AnyKey, identify),
  Layer.effect(ManagementKey, Effect.map(identify, refuseOrdinaryKeys(Forbidden.managementOnly))),
  Layer.effect(ManagementKeyHidden, Effect.map(identify, refuseOrdinaryKeys(Unauthorized.invalid)))
)
