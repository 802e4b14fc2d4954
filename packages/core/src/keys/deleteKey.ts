import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { releaseUnsent } from "../spending/holds/releaseHolds.js"
import type { Deleted } from "../values/Deleted.js"
import { bumpKeyVersion } from "./bumpKeyVersion.js"
import { KeyStore } from "./KeyStore.js"
import { requireKey } from "./requireKey.js"
import { requireManagementKey } from "./requireManagementKey.js"

/**
 * Deletes a key. The next request with it is refused, and its holds that were not sent are released.
 *
 * Fails with `KeyNotFound`, or with `LastManagementKey` if no other enabled management key without an expiration time
 * would remain.
 */
export const deleteKey = Effect.fnUntraced(function* (hash: string) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const { hash: key_hash } = yield* transaction.run(
    Effect.gen(function* () {
      yield* bumpKeyVersion(organizationId, hash, now)
      const key = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
      yield* requireManagementKey(key, null, now)
      yield* keys.delete(organizationId, key.hash)
      return key
    })
  )
  yield* releaseUnsent({ organization_id: organizationId, key_hash, instance: null })
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("keys.deleteKey"))
