import type { Principal } from "../access/Caller.js"
import type { KeyIdentity } from "./KeyRecord.js"
import { lookUpKey } from "./lookUpKey.js"

const principalOf = (key: KeyIdentity): Principal => ({
  kind: key.is_management ? "management" : "ordinary",
  organizationId: key.organization_id,
  workspaceId: key.workspace_id,
  userId: key.creator_user_id,
  keyHash: key.hash
})

/** Who presents this key. One indexed look-up, and none for what was never a key. */
export const authenticate = lookUpKey("keys.authenticate", (keys) => keys.identify, principalOf)
