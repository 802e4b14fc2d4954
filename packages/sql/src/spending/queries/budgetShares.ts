import { type BudgetList, Day, windowRank } from "@tollgate/core/storage"
import type { Dialect, Part } from "../rows/Dialect.js"
import { windowColumn } from "../rows/scopeRows.js"

/** The sum of columns of a scope in the window of a budget, which is one of these. */
const sumIn = (windows: ReadonlyArray<Day.Kind>, ...names: ReadonlyArray<string>): string =>
  `CASE d.period ${windows
    .map((window, at) => {
      const isLast = at === windows.length - 1
      const sum = names.map((name) => `t.${windowColumn(name, window)}`).join(" + ")
      return isLast ? `ELSE ${sum}` : `WHEN ${windowRank(window)} THEN ${sum}`
    })
    .join(" ")} END`

const sum = (...names: ReadonlyArray<string>): string => sumIn(Day.kinds, ...names)
/** Of a window that begins. The whole lifetime never does. */
const sumOfBegun = (name: string): string => sumIn(Day.kinds.slice(1), name)

const both = (own: string, byok: string) => `${own} + CASE WHEN t.include_byok THEN ${byok} ELSE 0 END`

/** A double, on both databases. */
const double = (amount: string) => `CAST(${amount} AS FLOAT)`

/** Every day is between these. */
const EVER = 1_000_000_000

/** As a table `d`: each window with its name, and its first and its last day. */
const windows = (today: Day.Day): Part => {
  const [whole, ...others] = Day.kinds
  const rows = others.map((kind) => `(${windowRank(kind)}, '${kind}', CAST(? AS BIGINT), CAST(? AS BIGINT))`)
  return [
    `d (period, reset, begins, ends) AS (VALUES (${windowRank(whole)}, '${whole}', ${-EVER}, ${EVER}), ${rows.join(", ")})`,
    others.flatMap((kind) => [Day.firstOf(kind, today), Day.lastOf(kind, today)])
  ]
}

/**
 * Every budget of a list in a subquery, with its share by the same division of doubles as `shareOf`. What is used is that of the day, as `asAt`
 * and `usedIn` say; a scope may be a day ahead.
 */
export const budgetShares = (
  [budgets, params]: Part,
  { above }: BudgetList,
  now: number,
  { boostIn }: Pick<Dialect, "boostIn">
): Part => {
  const today = Day.of(now)
  const [d, days] = windows(today)
  const text = `(WITH ${d}, ${budgets},
used AS (SELECT b.*, d.period, COALESCE(b.limit_usd, ${sum("limit")}) AS its_limit,
  CASE WHEN t.day BETWEEN d.begins AND d.ends OR t.day = ? THEN
    ${both(sum("own_spent", "own_unknown"), sum("byok_spent", "byok_unknown"))}
  WHEN t.opening_day BETWEEN d.begins AND d.ends THEN ${both(sumOfBegun("own_opening"), sumOfBegun("byok_opening"))} ELSE 0 END AS used,
  CASE WHEN t.boosts IS NULL THEN 0 ELSE ${boostIn("t.boosts", "d.reset", "?")} END AS boost
FROM b CROSS JOIN d LEFT JOIN spending_scopes AS t ON t.id = b.scope_id
WHERE d.reset = COALESCE(b.reset, 'lifetime'))
SELECT used.*, CASE WHEN its_limit = 0 THEN 1.0
  ELSE ${double("used")} / (${double("its_limit")} + ${double("boost")}) END AS share
FROM used WHERE its_limit IS NOT NULL) AS listed`
  const all = [...days, ...params, today + 1, now]
  return above === null ? [text, all] : [`${text} WHERE share >= ${double("?")}`, [...all, above]]
}
