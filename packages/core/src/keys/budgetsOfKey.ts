import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { chargedScopes } from "../spending/admission/readSpender.js"
import type { Budget } from "../spending/model/Budget.js"
import * as Day from "../spending/model/Day.js"
import { emptyScope, scopeName } from "../spending/model/Scope.js"
import { budgetsOf } from "../spending/rules/budgets.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type * as Usd from "../values/Usd.js"
import type { KeyBudget } from "./CurrentApiKey.js"
import type { KeyRecord } from "./KeyRecord.js"
import { type KeyUsage, unused } from "./KeyUsage.js"

/** Whether others spend from a budget, too. */
const isShared = ({ scope }: Budget) => scope !== "key" && scope !== "guardrail_key"

const lesser = Order.min<Usd.Usd>(Order.bigint)

/**
 * What a key has used, and the budgets that limit what it spends, at an instant. An ordinary key learns of a shared budget only the window, and what
 * remains for the key itself: not what others have spent.
 */
export const budgetsOfKey = Effect.fnUntraced(function* (key: KeyRecord, now: DateTime.Utc) {
  const store = yield* SpendingStore
  const charged = yield* chargedScopes(key)
  const stored = yield* store.scopes(
    charged.map(({ ref }) => ref),
    now.epochMillis
  )
  const byName = new Map(stored.map((scope) => [scopeName(scope.ref), scope]))
  const today = Day.of(now.epochMillis)
  const budgets = charged.flatMap(({ ref, terms }) =>
    budgetsOf(byName.get(scopeName(ref)) ?? emptyScope(0, ref, terms, today))
  )
  const usage: KeyUsage = stored.find(({ ref }) => ref.kind === "key") ?? unused
  if (key.is_management) return { usage, budgets }
  const own = budgets.filter((budget) => !isShared(budget)).map(({ remaining }) => remaining)
  const shown = budgets.map((budget): KeyBudget => {
    if (!isShared(budget)) return budget
    const { remaining, resets_at, scope, window } = budget
    return { scope, window, remaining: own.reduce(lesser, remaining), resets_at }
  })
  return { usage, budgets: shown }
})
