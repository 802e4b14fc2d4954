import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { BudgetPage } from "./BudgetPage.js"
import { showBudget } from "./showBudget.js"

/**
 * Returns one page of the budgets in force of the caller's organization, those with the greatest share of their limit first.
 *
 * @throws StorageFailure.
 */
export const listBudgets = Effect.fnUntraced(function* ({ above, limit, offset, scope, workspace_id }: BudgetPage) {
  const { organizationId } = yield* ManagementCaller
  const store = yield* SpendingStore
  const list = {
    organization_id: organizationId,
    workspace_id: workspace_id ?? null,
    kind: scope ?? null,
    above: above ?? null
  }
  const { data, total_count } = yield* store.budgets(list, { limit, offset }, yield* Clock.currentTimeMillis)
  return { data: data.map(showBudget), total_count }
}, withSpan("budgets.listBudgets"))
