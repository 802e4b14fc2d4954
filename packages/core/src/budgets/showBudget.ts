import { budgetOf } from "../spending/rules/budgets.js"
import { shownId } from "../spending/rules/judge.js"
import { type BudgetInForce, shareOf } from "../spending/rules/shares.js"
import { KeyHash } from "../values/KeyHash.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import type { ListedBudget } from "./ListedBudget.js"

/** Converts a budget in force to the one that the API returns. */
export const showBudget = ({ name, scope, window, workspace_id }: BudgetInForce): ListedBudget => {
  const { kind, subject } = scope.ref
  return {
    ...budgetOf(scope, window, scope.limits[window] ?? Usd.zero),
    id: shownId(scope.ref),
    name,
    key_hash: kind === "key" || kind === "guardrail_key" ? KeyHash.make(subject) : null,
    user_id: kind === "guardrail_member" ? UserId.make(subject) : null,
    workspace_id,
    share: shareOf(scope, window)
  }
}
