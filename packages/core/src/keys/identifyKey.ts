import * as Effect from "effect/Effect"
import type { KeyHolder } from "./KeyHolder.js"
import { type KeyRecord, show } from "./KeyRecord.js"
import type { KeyUsage } from "./KeyUsage.js"
import { lookUpKey } from "./lookUpKey.js"
import { usageOf } from "./readUsage.js"

/** Describes the holder of a key. */
export const holderOf = (key: KeyRecord, usage: KeyUsage): KeyHolder => ({
  kind: key.is_management ? "management" : "ordinary",
  organization_id: key.organization_id,
  workspace_id: key.workspace_id,
  user_id: key.creator_user_id,
  key: show(key, usage)
})

/**
 * Identifies the holder of an API key, and returns the key with its limit and what remains of it: all that a gateway needs
 * before it forwards a request. Two indexed look-ups, of the key and of its usage; the host calls it without a caller.
 *
 * Fails with `InvalidCredential`, whatever is wrong with the key. `authorize` refuses the same key with `KeyRefused`, whose `key_state`
 * says why.
 */
export const identifyKey = lookUpKey(
  "keys.identifyKey",
  (keys) => keys.findBySecret,
  (key, now) => Effect.map(usageOf(key, now), (usage) => holderOf(key, usage))
)
