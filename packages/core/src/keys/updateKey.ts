import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import type { ApiKeyPatch } from "./ApiKey.js"
import { fenceKey } from "./fenceKey.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { requireKey } from "./requireKey.js"
import { endsAccess, requireManagementKey } from "./requireManagementKey.js"

/**
 * Changes a key's name, disabled flag, limit, limit reset or whether BYOK usage counts toward the limit. Absent fields stay
 * as they are; an empty change returns the key unchanged.
 *
 * Fails with `KeyNotFound`, or with `LastManagementKey` if no other enabled management key without an expiration time
 * would remain.
 */
export const updateKey = Effect.fnUntraced(function* (hash: string, input: ApiKeyPatch) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const patch = omitUndefined(input)

  const find = () => requireKey(hash, (hash) => keys.find(organizationId, hash))
  const update = () => requireKey(hash, (hash) => keys.update(organizationId, hash, patch, now))

  if (Object.keys(patch).length === 0) return show(yield* find(), now)
  // A key never becomes a management key, so an ordinary one needs no transaction.
  if (!endsAccess(patch) || !(yield* find()).is_management) return show(yield* update(), now)
  const transaction = yield* Transaction
  const key = yield* transaction.run(
    Effect.gen(function* () {
      yield* fenceKey(organizationId, hash, now)
      yield* requireManagementKey(yield* find(), patch, now)
      return yield* update()
    })
  )
  return show(key, now)
}, change("keys.updateKey"))
