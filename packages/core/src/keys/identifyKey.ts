import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { KeyHolder } from "./KeyHolder.js"
import { type KeyRecord, show } from "./KeyRecord.js"
import type { ScopedKey } from "./KeyStore.js"
import type { KeyUsage } from "./KeyUsage.js"
import { lookUpKey } from "./lookUpKey.js"
import { type PlainKeyHolder, plainHolder } from "./plainHolder.js"
import { usageIn, usageOf } from "./readUsage.js"

/** Describes the holder of a key. */
export const holderOf = (key: KeyRecord, usage: KeyUsage): KeyHolder => ({
  kind: key.is_management ? "management" : "ordinary",
  organization_id: key.organization_id,
  workspace_id: key.workspace_id,
  user_id: key.creator_user_id,
  key: show(key, usage)
})

/** A key, and its scope if storage has read both in one look-up. */
type Found = Pick<ScopedKey, "key"> & Partial<ScopedKey>

const identifying = <A>(describe: (key: KeyRecord, usage: KeyUsage) => A) =>
  lookUpKey("keys.identifyKey", {
    find: ({ findBySecret, findScoped }) =>
      findScoped ??
      ((secret, at) =>
        Effect.map(
          findBySecret(secret, at),
          Option.map((key): Found => ({ key }))
        )),
    keyOf: ({ key }: Found) => key,
    describe: ({ key, scope }, now) => {
      const usage = scope === undefined ? null : usageIn(scope, now)
      return usage === null
        ? Effect.map(usageOf(key, now), (usage) => describe(key, usage))
        : Effect.succeed(describe(key, usage))
    }
  })

/**
 * Identifies the holder of an API key, and returns the key with its limit and what remains of it: all that a gateway needs
 * before it forwards a request. One indexed look-up, of the key with its usage; none on SQLite if nothing has changed since this key was
 * last looked up, at most a minute ago. The host calls it without a caller.
 *
 * Fails with `InvalidCredential`, whatever is wrong with the key. `authorize` refuses the same key with `KeyRefused`, whose `key_state`
 * says why.
 */
export const identifyKey = identifying(holderOf)

/** Like `identifyKey`, and returns the holder in plain values, as its schema encodes it. */
export const identifyKeyPlain = identifying((key, usage): PlainKeyHolder => plainHolder(holderOf(key, usage)))
