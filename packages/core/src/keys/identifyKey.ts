import type * as DateTime from "effect/DateTime"
import type { KeyHolder } from "./KeyHolder.js"
import { type KeyRecord, show } from "./KeyRecord.js"
import { lookUpKey } from "./lookUpKey.js"

const holderOf = (key: KeyRecord, now: DateTime.Utc): KeyHolder => ({
  kind: key.is_management ? "management" : "ordinary",
  organization_id: key.organization_id,
  workspace_id: key.workspace_id,
  user_id: key.creator_user_id,
  key: { ...show(key, now), is_management_key: key.is_management }
})

/**
 * Who presents this key, and the key with its limit and what that leaves: all that a gateway asks before it forwards a
 * request, by one indexed look-up. The host calls it; no caller is needed.
 */
export const identifyKey = lookUpKey("keys.identifyKey", (keys) => keys.findByHash, holderOf)
