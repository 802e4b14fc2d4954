import * as Schema from "effect/Schema"
import { documented } from "../../schema/fields.js"
import { refusal } from "../../schema/refusal.js"
import * as Usd from "../../values/Usd.js"
import { ScopeKind } from "./Scope.js"

/** A window of a budget: the whole life of the scope, or a UTC day, a week from Monday, a calendar month. */
export const BudgetWindow = Schema.Literal("lifetime", "daily", "weekly", "monthly")
export type BudgetWindow = typeof BudgetWindow.Type

/** A limit on a scope in a window, and what counts toward it. Amounts are in USD. */
export const Budget = Schema.Struct({
  scope: documented(ScopeKind, "Scope of the budget.", "key"),
  window: documented(BudgetWindow, "Window of the budget.", "monthly"),
  limit: documented(Usd.UsdFromNumber, "Spending limit in USD. 0 blocks all spending.", Usd.fromNumber(25)),
  boost: documented(Usd.UsdFromNumber, "Amount that boosts in force add to the limit, in USD.", Usd.zero),
  spent: documented(Usd.UsdFromNumber, "Cost of settled requests in the window, in USD.", Usd.fromNumber(12.5)),
  held: documented(Usd.UsdFromNumber, "Sum of open holds in the window, in USD.", Usd.fromNumber(0.25)),
  unknown: documented(
    Usd.UsdFromNumber,
    "Sum of holds with an unknown outcome in the window, in USD. It counts like held.",
    Usd.zero
  ),
  remaining: documented(
    Usd.UsdFromNumber,
    "The limit and the boost minus spent, held and unknown, in USD. Negative if the limit is exceeded.",
    Usd.fromNumber(12.25)
  ),
  resets_at: documented(Schema.NullOr(Schema.DateTimeUtc), "End of the window (UTC). Null for the lifetime.", null)
}).annotations({ identifier: "Budget", description: "A limit on a scope in a window, and what counts toward it." })
export interface Budget extends Schema.Schema.Type<typeof Budget> {}

/** A budget that refuses an amount. */
export const RefusingBudget = Schema.Struct({
  ...Budget.fields,
  id: documented(
    Schema.String,
    "Hash of the key, id of the guardrail, workspace or organization, or path of the run that has the budget."
  ),
  asked: documented(Usd.UsdFromNumber, "Amount that was asked for, in USD.", Usd.fromNumber(0.25)),
  holds: documented(Schema.Int, "Number of open holds of the scope.", 1),
  earliest_lease_end: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Earliest end of a lease among the open holds of the scope (UTC), or, behind many leases of other scopes, an earlier time: none ends before it. Null if there are no open holds.",
    null
  )
}).annotations({ identifier: "RefusingBudget", description: "A budget that refuses an amount." })
export interface RefusingBudget extends Schema.Schema.Type<typeof RefusingBudget> {}

/** The budgets do not admit the amount. */
export class BudgetExceeded extends refusal<BudgetExceeded>()("BudgetExceeded", {
  /** `budget_held` if the amount would fit but for open holds, so that waiting may help; else `budget_spent`. */
  reason: Schema.Literal("budget_spent", "budget_held"),
  budgets: documented(Schema.Array(RefusingBudget), "Budgets that do not admit the amount, the binding one first."),
  /** @default null */
  remaining_output_tokens: documented(
    Schema.NullOr(Schema.Int),
    "Greatest `output` with which the budgets would admit the usage of the request, by the price of its dearest model. Null if an amount was stated, if no output was asked for, and for an extension.",
    null
  ).pipe(Schema.withConstructorDefault(() => null))
}) {}
