import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import type { ApiKeyPatch } from "./ApiKey.js"
import { inTheFuture } from "./Expiry.js"
import { ExternalIdTaken } from "./ExternalId.js"
import { fenceKey } from "./fenceKey.js"
import { showUpdated } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { usageOf } from "./readUsage.js"
import { requireCreator } from "./requireCreator.js"
import { requireKey } from "./requireKey.js"
import { endsAccess, requireManagementKey } from "./requireManagementKey.js"

/**
 * Changes a key's name, disabled flag, limit, limit reset, whether BYOK usage counts toward the limit, expiration time, metadata or
 * external id. Absent fields stay as they are; an empty change returns the key unchanged.
 *
 * Fails with `ExpiryInThePast`, `ExternalIdTaken`, `KeyNotFound`, with `CreatorLeft` if a disabled key of a user who is not a member of its
 * workspace would be enabled, or with `LastManagementKey` if no other enabled management key without an expiration time would remain.
 */
export const updateKey = Effect.fnUntraced(function* (hash: string, input: ApiKeyPatch) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const patch = omitUndefined(input)

  const find = () => requireKey(hash, (hash) => keys.find(organizationId, hash))
  const update = () => requireKey(hash, (hash) => keys.update(organizationId, hash, patch, now))

  // Before the change: a read that fails after it would say that nothing was changed.
  const usage = yield* requireKey(hash, (hash) =>
    Effect.asSome(usageOf({ hash, organization_id: organizationId }, now))
  )
  if (Object.keys(patch).length === 0) return showUpdated(yield* find(), usage)
  const { expires_at = null, external_id = null } = patch
  const isEnabling = patch.disabled === false
  const before = endsAccess(patch) || isEnabling || external_id !== null ? yield* find() : null
  yield* inTheFuture(expires_at, now)
  // A key never becomes a management key, so an ordinary one needs no transaction for this.
  const mayBeLast = endsAccess(patch) && before?.is_management === true
  if (!mayBeLast && !isEnabling && external_id === null) return showUpdated(yield* update(), usage)
  const transaction = yield* Transaction
  const key = yield* transaction.run(
    Effect.gen(function* () {
      if (isEnabling && before !== null) {
        // The user's removal locks the user first and the key last. It may have disabled the key by now.
        const creator = yield* Effect.either(requireCreator(before, "enable"))
        yield* fenceKey(organizationId, hash, now)
        if ((yield* find()).disabled) yield* creator
      }
      if (mayBeLast) {
        yield* fenceKey(organizationId, hash, now)
        yield* requireManagementKey(yield* find(), patch, now)
      }
      if (external_id !== null) {
        const other = yield* keys.findByExternalId(organizationId, external_id)
        if (Option.isSome(other) && other.value.hash !== hash) return yield* new ExternalIdTaken()
      }
      return yield* update()
    })
  )
  return showUpdated(key, usage)
}, change("keys.updateKey"))
