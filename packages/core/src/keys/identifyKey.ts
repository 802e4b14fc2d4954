import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { countAgain } from "./countedAgain.js"
import type { KeyHolder } from "./KeyHolder.js"
import { type KeyRecord, show } from "./KeyRecord.js"
import { lookUpKey } from "./lookUpKey.js"

/** Describes the holder of a key at an instant. */
export const holderOf = (key: KeyRecord, now: DateTime.Utc): KeyHolder => ({
  kind: key.is_management ? "management" : "ordinary",
  organization_id: key.organization_id,
  workspace_id: key.workspace_id,
  user_id: key.creator_user_id,
  key: show(key, now)
})

/**
 * Identifies the holder of an API key, and returns the key with its limit and what remains of it: all that a gateway needs
 * before it forwards a request. One indexed look-up; the host calls it without a caller.
 *
 * Fails with `InvalidCredential`, whatever is wrong with the key.
 */
export const identifyKey = lookUpKey(
  "keys.identifyKey",
  (keys) => (secret, at) =>
    Effect.flatMap(keys.findBySecret(secret, at), (found) =>
      Effect.transposeOption(Option.map(found, (key) => countAgain(key, at)))
    ),
  holderOf
)
