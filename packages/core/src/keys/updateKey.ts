import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { manager } from "../Caller.js"
import { named } from "../named.js"
import { Transaction } from "../Transaction.js"
import { KeyNotFound, type KeyPatch, LastManagementKey } from "./ApiKey.js"
import { KeyHash } from "./KeyHash.js"
import { isActive, type KeyRecord, show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

const readHash = named(KeyHash)

/** Changes a key's name, disabled flag, limit or the limit's reset; an empty change changes nothing. */
export const updateKey = Effect.fn("keys.updateKey")(function* (name: string, patch: KeyPatch) {
  const { organizationId } = yield* manager
  const hash = yield* Effect.mapError(readHash(name), () => new KeyNotFound({ hash: null }))
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const found = (key: Option.Option<KeyRecord>) => Effect.mapError(key, () => new KeyNotFound({ hash }))

  const keepsAManagementKey = Effect.gen(function* () {
    const key = yield* Effect.flatMap(keys.find(organizationId, hash), found)
    if (!key.is_management || !isActive(key, now)) return
    if (yield* keys.hasOtherManagementKey(organizationId, hash, now)) return
    return yield* new LastManagementKey({ hash })
  })

  if (Object.keys(patch).length === 0) {
    return show(yield* Effect.flatMap(keys.find(organizationId, hash), found), now)
  }
  const update = Effect.flatMap(keys.update(organizationId, hash, patch, now), found)
  if (patch.disabled !== true) return show(yield* update, now)
  const { run } = yield* Transaction
  return show(yield* run(Effect.zipRight(keepsAManagementKey, update)), now)
})
