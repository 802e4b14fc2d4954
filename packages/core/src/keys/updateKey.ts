import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import { type ApiKeyPatch, LastManagementKey } from "./ApiKey.js"
import { isActive, show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { requireKey } from "./requireKey.js"

/** Changes a key's name, disabled flag, limit, the limit's reset or whether BYOK usage counts; an empty change changes nothing. */
export const updateKey = Effect.fnUntraced(function* (hash: string, input: ApiKeyPatch) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const patch = omitUndefined(input)

  const find = requireKey(hash, (hash) => keys.find(organizationId, hash))
  const update = requireKey(hash, (hash) => keys.update(organizationId, hash, patch, now))
  const keepAManagementKey = Effect.gen(function* () {
    const key = yield* find
    if (!key.is_management || !isActive(key, now)) return
    if (yield* keys.hasOtherManagementKey(organizationId, key.hash, now)) return
    return yield* new LastManagementKey({ hash: key.hash })
  })

  if (Object.keys(patch).length === 0) return show(yield* find, now)
  if (patch.disabled !== true) return show(yield* update, now)
  const transaction = yield* Transaction
  return show(yield* transaction.run(Effect.zipRight(keepAManagementKey, update)), now)
}, withSpan("keys.updateKey"))
