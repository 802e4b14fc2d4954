import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import { noteChanges } from "../spending/noteChanges.js"
import { SpendingStore } from "../spending/SpendingStore.js"
import { keyScope, keyTerms } from "../spending/scopes.js"
import type { ApiKeyPatch } from "./ApiKey.js"
import { type KeyRecord, show } from "./KeyRecord.js"
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
  const note = (key: KeyRecord) => noteChanges(key.is_management ? [] : [[{ ref: keyScope(key) }, keyTerms(key)]], now)

  if (Object.keys(patch).length === 0) return show(yield* find(), now)
  const hasScopes = Option.isSome(yield* Effect.serviceOption(SpendingStore))
  if (!endsAccess(patch) && !hasScopes) return show(yield* update(), now)
  const transaction = yield* Transaction
  const change = Effect.tap(Effect.suspend(update), note)
  if (!endsAccess(patch)) return show(yield* transaction.run(change), now)
  const keepsManagementKey = Effect.flatMap(find(), (key) => requireManagementKey(key, patch, now))
  return show(yield* transaction.run(Effect.zipRight(keepsManagementKey, change)), now)
}, withSpan("keys.updateKey"))
