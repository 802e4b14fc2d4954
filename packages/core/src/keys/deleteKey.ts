import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Deleted } from "../values/Deleted.js"
import { LastManagementKey } from "./ApiKey.js"
import { KeyStore } from "./KeyStore.js"
import { requireKey } from "./requireKey.js"

/** Deletes a key, which opens nothing from the next request on. A management key goes only where an enabled, unexpired one stays. */
export const deleteKey = Effect.fnUntraced(function* (hash: string) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  yield* transaction.run(
    Effect.gen(function* () {
      const key = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
      // A disabled or expired one, too: an organization without any could never be told from one that has lost its keys.
      const isLast = key.is_management && !(yield* keys.hasOtherManagementKey(organizationId, key.hash, now))
      if (isLast) return yield* new LastManagementKey({ hash: key.hash })
      yield* keys.delete(organizationId, key.hash)
    })
  )
  const deleted: Deleted = { deleted: true }
  return deleted
}, withSpan("keys.deleteKey"))
