import type { Fields } from "../Change.js"
import { type Expectation, is, reads, record, within } from "../Expectation.js"

/** Texts that are no interval. */
export const otherIntervals = ["yearly", "total", "Daily", "daily%20", "null", "constructor", "__proto__", "%00", "1"]

export const budgetsOf = (id: string) => `/workspaces/${id}/budgets`
export const budgetOf = (id: string, interval = "monthly") => `${budgetsOf(id)}/${interval}`

/** Success with one budget, some of whose fields are given. */
export const budget = record

/** Success with these budgets alone. */
export const budgets = (...rows: ReadonlyArray<Fields>): Expectation =>
  reads({
    "data.length": rows.length,
    ...Object.assign({}, ...rows.map((fields, i) => within(`data.${i}`, fields)))
  })

/** Success with a list of budgets. */
export const anyBudgets = is(200)
