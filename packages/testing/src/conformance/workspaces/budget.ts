import { ok } from "../answers.js"

export const OWN = "{WORKSPACE_ID}"
export const THEIRS = "{OTHER_WORKSPACE_ID}"

/** Texts that are no interval. */
export const otherIntervals = ["yearly", "total", "Daily", "daily%20", "null", "constructor", "__proto__", "%00", "1"]

export const budgetsOf = (id: string) => `/workspaces/${id}/budgets`
export const budgetOf = (id: string, interval = "monthly") => `${budgetsOf(id)}/${interval}`

/** Success with one budget, some of whose fields are given. */
export const budget = (fields: Readonly<Record<string, unknown>> = {}) =>
  ok({ data: { $shape: "PooledBudget", $with: fields } })

/** Success with a list of budgets. */
export const budgets = (...rows: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  ok({ data: rows.map((fields) => ({ $shape: "PooledBudget", $with: fields })) })

export const anyBudgets = ok({ data: { $each: { $shape: "PooledBudget" } } })
