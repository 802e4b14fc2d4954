import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { keyScope, type Scope } from "../spending/model/Scope.js"
import { dayOf, rollTo } from "../spending/rules/rollScope.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { KeyRecord } from "./KeyRecord.js"
import { type KeyUsage, unused } from "./KeyUsage.js"

/** What keys have used at an instant: their scopes are read together. */
export const readUsage = Effect.fnUntraced(function* (
  keys: ReadonlyArray<Pick<KeyRecord, "hash" | "organization_id">>,
  now: DateTime.Utc
) {
  const store = yield* SpendingStore
  const scopes = yield* store.scopes(keys.map(keyScope), now.epochMillis)
  const byHash = new Map<string, KeyUsage>(scopes.map((scope) => [scope.ref.subject, scope]))
  return (hash: KeyHash): KeyUsage => byHash.get(hash) ?? unused
})

/** What a key has used at an instant. */
export const usageOf = (key: Pick<KeyRecord, "hash" | "organization_id">, now: DateTime.Utc) =>
  Effect.map(readUsage([key], now), (usage) => usage(key.hash))

/**
 * What a key has used at an instant, computed from its stored scope. Null if the scope must be counted again from the ledger, because a clock
 * was wrong. A key without a scope has used nothing.
 */
export const usageIn = (scope: Scope | null, now: DateTime.Utc): KeyUsage | null => {
  if (scope === null) return unused
  const rolled = rollTo(scope, dayOf([scope], now.epochMillis))
  return rolled.recount === null ? rolled.scope : null
}
