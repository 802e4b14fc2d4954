import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { aside } from "../ports/PendingEntry.js"
import { SpendingStore } from "../spending/SpendingStore.js"
import { keyScope } from "../spending/scopes.js"
import { usageOf } from "../spending/usageOf.js"
import type { KeyRecord } from "./KeyRecord.js"
import * as KeyUsage from "./KeyUsage.js"

/**
 * Keys with the usage that their scopes have at an instant. Only those whose counters are of a day that a wrong clock has made are
 * counted again, from the ledger, and their scopes and records follow.
 */
export const countedAgain = Effect.fnUntraced(function* (keys: ReadonlyArray<KeyRecord>, now: DateTime.Utc) {
  const ahead = keys.filter((key) => KeyUsage.areAhead(key, now.epochMillis))
  if (ahead.length === 0) return keys
  const store = yield* SpendingStore
  const scopes = yield* aside(store.scopes(ahead.map(keyScope), now.epochMillis))
  const byHash = new Map(scopes.map((scope) => [scope.ref.subject, usageOf(scope)]))
  return keys.map((key) => ({ ...key, ...byHash.get(key.hash) }))
})

/** The same for one key. */
export const countAgain = (key: KeyRecord, now: DateTime.Utc) =>
  Effect.map(countedAgain([key], now), ([counted = key]) => counted)
