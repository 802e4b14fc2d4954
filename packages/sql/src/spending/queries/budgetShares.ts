import { type BudgetList, Day } from "@tollgate/core/storage"
import type { Dialect, Part } from "../rows/Dialect.js"
import { windowColumn } from "../rows/scopeRows.js"
import { byPeriod } from "./budgetParts.js"

const column = (name: string, window: Day.Kind) => `t.${windowColumn(name, window)}`

const both = (own: string, byok: string) => `${own} + CASE WHEN t.include_byok THEN ${byok} ELSE 0 END`

/** What is spent and unknown of a scope in a window on the day of `d`, as `asAt` and `usedIn` say. A scope may be a day ahead. */
const usedIn = (window: Day.Kind): string => {
  const used = both(
    `${column("own_spent", window)} + ${column("own_unknown", window)}`,
    `${column("byok_spent", window)} + ${column("byok_unknown", window)}`
  )
  if (window === "lifetime") return used
  const isIn = (day: string) => `${day} BETWEEN d.${window}_first AND d.${window}_last`
  const opening = both(column("own_opening", window), column("byok_opening", window))
  return `CASE WHEN ${isIn("t.day")} OR t.day = d.daily_last + 1 THEN ${used}
    WHEN ${isIn("t.opening_day")} THEN ${opening} ELSE 0 END`
}

const double = (amount: string) => `CAST(${amount} AS DOUBLE PRECISION)`

/** The first and the last day of each window, as a table of one row. */
const days = (now: number): Part => {
  const today = Day.of(now)
  const kinds = ["daily", "weekly", "monthly"] as const
  return [
    `(SELECT ${kinds.map((kind) => `CAST(? AS BIGINT) AS ${kind}_first, CAST(? AS BIGINT) AS ${kind}_last`).join(", ")}) AS d`,
    kinds.flatMap((kind) => [Day.firstOf(kind, today), Day.lastOf(kind, today)])
  ]
}

/** Every budget of a list with its share, by the same division of doubles as `shareOf`. */
export const budgetShares = (
  [budgets, params]: Part,
  { above }: BudgetList,
  now: number,
  { boostIn }: Pick<Dialect, "boostIn">
): Part => {
  const [d, ofDays] = days(now)
  const window = byPeriod("b", (window) => `'${window}'`)
  const limited = `SELECT b.*, COALESCE(b.limit_usd, ${byPeriod("b", (window) => column("limit", window))}) AS its_limit,
  COALESCE(${byPeriod("b", usedIn)}, 0) AS used,
  CASE WHEN t.boosts IS NULL THEN 0 ELSE ${boostIn("t.boosts", window, "?")} END AS boost
FROM ${d} CROSS JOIN (${budgets}) AS b LEFT JOIN spending_scopes AS t ON t.id = b.scope_id`
  const share = `CASE WHEN its_limit = 0 THEN ${double("1")}
  ELSE ${double("used")} / (${double("its_limit")} + ${double("boost")}) END`
  const all: Part = [
    `SELECT scope_id, place, subject, guardrail_id, workspace_id, name, period, its_limit, includes_byok, ${share} AS share
FROM (${limited}) AS limited WHERE its_limit IS NOT NULL`,
    [now, ...ofDays, ...params]
  ]
  if (above === null) return all
  return [`SELECT * FROM (${all[0]}) AS shares WHERE share >= ${double("?")}`, [...all[1], above]]
}
