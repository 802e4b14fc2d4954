import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Day from "../spending/model/Day.js"
import { emptyScope, scopeName } from "../spending/model/Scope.js"
import { type Applied, chargedBy } from "../spending/model/Spender.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { KeyRecord } from "./KeyRecord.js"

/** The scopes whose budgets limit what a key spends, at an instant: of the key, its guardrails, its workspace and its organization. */
export const readBudgetScopes = Effect.fnUntraced(function* (
  key: KeyRecord,
  guardrails: ReadonlyArray<Applied>,
  now: DateTime.Utc
) {
  const store = yield* SpendingStore
  const charged = chargedBy({ guardrails, key }, null)
  const stored = yield* store.scopes(
    charged.map(({ ref }) => ref),
    now.epochMillis
  )
  const byName = new Map(stored.map((scope) => [scopeName(scope.ref), scope]))
  const today = Day.of(now.epochMillis)
  return charged.map(({ ref, terms }) => byName.get(scopeName(ref)) ?? emptyScope(0, ref, terms, today))
})
