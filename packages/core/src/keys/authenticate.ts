import * as Effect from "effect/Effect"
import type { Principal } from "../access/Caller.js"
import type { KeyIdentity } from "./KeyRecord.js"
import { lookUpKey } from "./lookUpKey.js"

const principalOf = (key: KeyIdentity): Principal => ({
  kind: key.is_management ? "management" : "ordinary",
  organizationId: key.organization_id,
  workspaceId: key.workspace_id,
  userId: key.creator_user_id,
  keyHash: key.hash,
  isReadOnly: key.is_read_only
})

/**
 * Authenticates a caller by an API key: one indexed look-up, or none if the text cannot be a key of this service.
 *
 * Fails with `InvalidCredential`, whatever is wrong with the key. `authorize` refuses the same key with `KeyRefused`, because its caller is
 * the gateway and not the holder of the key.
 *
 * @example
 * import { authenticate, requireManagement } from "@tollgate/core"
 * import { Effect, Redacted } from "effect"
 *
 * export const managerOf = (key: string) => Effect.flatMap(authenticate(Redacted.make(key)), requireManagement)
 */
export const authenticate = lookUpKey("keys.authenticate", {
  find: (keys) => keys.identify,
  keyOf: (key) => key,
  describe: (key) => Effect.succeed(principalOf(key))
})
