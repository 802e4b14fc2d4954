import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { guardrailsOfKey } from "../spending/admission/readSpender.js"
import type { Budget } from "../spending/model/Budget.js"
import { budgetsOf } from "../spending/rules/budgets.js"
import type * as Usd from "../values/Usd.js"
import type { KeyBudget } from "./CurrentApiKey.js"
import type { KeyRecord } from "./KeyRecord.js"
import { type KeyUsage, unused } from "./KeyUsage.js"
import { readBudgetScopes } from "./readBudgetScopes.js"

/** Whether others spend from a budget, too. */
const isShared = ({ scope }: Budget) => scope !== "key" && scope !== "guardrail_key"

const lesser = Order.min<Usd.Usd>(Order.bigint)

/**
 * What a key has used, and the budgets that limit what it spends, at an instant. An ordinary key learns of a shared budget only the window, and what
 * remains for the key itself: not what others have spent.
 */
export const budgetsOfKey = Effect.fnUntraced(function* (key: KeyRecord, now: DateTime.Utc) {
  const scopes = yield* readBudgetScopes(key, yield* guardrailsOfKey(key), now)
  const budgets = scopes.flatMap(budgetsOf)
  const usage: KeyUsage = scopes.find(({ ref }) => ref.kind === "key") ?? unused
  if (key.is_management) return { usage, budgets }
  const own = budgets.filter((budget) => !isShared(budget)).map(({ remaining }) => remaining)
  const shown = budgets.map((budget): KeyBudget => {
    if (!isShared(budget)) return budget
    const { remaining, resets_at, scope, window } = budget
    return { scope, window, remaining: own.reduce(lesser, remaining), resets_at }
  })
  return { usage, budgets: shown }
})
