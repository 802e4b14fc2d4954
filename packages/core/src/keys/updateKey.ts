import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { aside } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { hasValues } from "../records/hasValues.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import type { ApiKeyPatch } from "./ApiKey.js"
import { bumpKeyVersion } from "./bumpKeyVersion.js"
import { inTheFuture } from "./Expiry.js"
import { ExternalIdTaken } from "./ExternalId.js"
import { isFullManager, showUpdated } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { usageOf } from "./readUsage.js"
import { requireCreator } from "./requireCreator.js"
import { requireKey } from "./requireKey.js"
import { endsAccess, requireManagementKey } from "./requireManagementKey.js"

/**
 * Changes a key's name, disabled flag, limit, limit reset, whether BYOK usage counts toward the limit, maximum of open holds, expiration
 * time, metadata or external id. Absent fields stay as they are; a change of nothing returns the key unchanged.
 *
 * Fails with `ExpiryInThePast`, `ExternalIdTaken`, `KeyNotFound`, with `CreatorLeft` if a disabled key of a user who is not a member of its
 * workspace would be enabled, or with `LastManagementKey` if no other enabled management key without an expiration time would remain.
 */
export const updateKey = Effect.fnUntraced(function* (hash: string, input: ApiKeyPatch) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const find = () => requireKey(hash, (hash) => keys.find(organizationId, hash))
  // Not by `find`, which locks the record: in a transaction of the host, the scope has to be locked first.
  const before = yield* requireKey(hash, (hash) => Effect.map(keys.findMany(organizationId, [hash]), Arr.head))
  const patch = omitUndefined(input)
  const update = () => requireKey(hash, (hash) => keys.update(organizationId, hash, patch, now))

  yield* inTheFuture(input.expires_at ?? null, now)
  // Before the change: a read that fails after it would say that nothing was changed.
  const usage = yield* aside(usageOf(before, now))
  if (hasValues(before, patch)) return showUpdated(before, usage)
  const { external_id = null } = patch
  const isEnabling = patch.disabled === false
  // A key never becomes a full management key, so any other one needs no transaction for this.
  const mayBeLast = endsAccess(patch) && isFullManager(before)
  if (!mayBeLast && !isEnabling && external_id === null) {
    const updated = yield* update()
    // A request may wait for another limit.
    yield* wakeQueue(organizationId)
    return showUpdated(updated, usage)
  }
  const transaction = yield* Transaction
  const key = yield* transaction.run(
    Effect.gen(function* () {
      // First: the user's removal locks the user first and the key last.
      if (isEnabling) yield* requireCreator(before, "enable")
      if (mayBeLast) {
        yield* bumpKeyVersion(organizationId, hash, now)
        yield* requireManagementKey(yield* find(), patch, now)
      }
      if (external_id !== null) {
        const other = yield* keys.findByExternalId(organizationId, external_id)
        if (Option.isSome(other) && other.value.hash !== hash) return yield* new ExternalIdTaken()
      }
      return yield* update()
    })
  )
  yield* wakeQueue(organizationId)
  return showUpdated(key, usage)
}, change("keys.updateKey"))
