import { type BudgetList, Day, kindRank, windowRank } from "@tollgate/core/storage"
import { allOf, type Part } from "../rows/Dialect.js"
import { windowColumn } from "../rows/scopeRows.js"
import { type BudgetOwner, budgetOwners } from "./budgetOwners.js"

/** Tenths of the least share of a list: scopes with a lower level (`Scope.level`) have no budget of it. 0 if all are to be read. */
export const leastLevel = ({ above }: BudgetList): number => (above === null ? 0 : Math.min(10, Math.floor(above * 10)))

/** What is spent and unknown of a scope in a window on a day, as `asAt` and `usedIn` say. A scope may be a day ahead. */
const usedIn = (window: Day.Kind, today: Day.Day): string => {
  const column = (name: string) => `t.${windowColumn(name, window)}`
  const both = (own: string, byok: string) => `${own} + CASE WHEN t.include_byok THEN ${byok} ELSE 0 END`
  const used = both(
    `${column("own_spent")} + ${column("own_unknown")}`,
    `${column("byok_spent")} + ${column("byok_unknown")}`
  )
  if (window === "lifetime") return used
  const [first, last] = [Day.firstOf(window, today), Day.lastOf(window, today)]
  const isIn = (day: string) => `${day} BETWEEN ${first} AND ${last}`
  return `CASE WHEN ${isIn("t.day")} OR t.day = ${today + 1} THEN ${used}
    WHEN ${isIn("t.opening_day")} THEN ${both(column("own_opening"), column("byok_opening"))} ELSE 0 END`
}

/** An expression that depends on the window of a record's limit. */
const byReset = (reset: string, of: (window: Day.Kind) => string | number): string => {
  const resets = (["daily", "weekly", "monthly"] as const).map((window) => `WHEN ${reset} = '${window}' THEN ${of(window)}`)
  return `CASE ${resets.join(" ")} ELSE ${of("lifetime")} END`
}

/** An expression that depends on the window of the row. */
const byPeriod = (of: (window: Day.Kind) => string): string =>
  `CASE v.period ${Day.kinds.map((window) => `WHEN ${windowRank(window)} THEN ${of(window)}`).join(" ")} END`

const periods = `(${Day.kinds.map((window) => `SELECT ${windowRank(window)} AS period`).join(" UNION ALL ")}) AS v`

/** The condition that a scope is that of an owner. */
const isIts = ({ guardrail, kind, organization, subject }: BudgetOwner) =>
  `t.organization_id = ${organization} AND t.kind = '${kind}' AND t.subject = ${subject} AND t.guardrail_id = ${guardrail}`

/** The columns of the budgets of an owner. What is used is 0 if it has no scope yet. */
const columnsOf = (owner: BudgetOwner, today: Day.Day): string => {
  const { guardrail, kind, name, subject, terms, workspace } = owner
  const used = (window: Day.Kind) => usedIn(window, today)
  const limitIn = (window: Day.Kind) => `t.${windowColumn("limit", window)}`
  const of =
    terms === null
      ? { period: "v.period", limit: byPeriod(limitIn), used: byPeriod(used), byok: "t.include_byok" }
      : { ...terms, period: byReset(terms.reset, windowRank), used: byReset(terms.reset, used) }
  return `t.id AS scope_id, ${kindRank(kind)} AS place, ${subject} AS subject, ${guardrail} AS guardrail_id,
  ${workspace} AS workspace_id, ${name} AS name, ${of.period} AS period, ${of.limit} AS limit_usd,
  ${of.byok} AS includes_byok, COALESCE(${of.used}, 0) AS used, t.boosts`
}

const equals = (column: string, value: string): Part => [`${column} = ?`, [value]]

/** The conditions of a list on the records of an owner. */
const conditionsOf = (owner: BudgetOwner, list: BudgetList, now: number): ReadonlyArray<Part> => {
  const { inForce, organization, tables, terms, workspace } = owner
  const limit = terms === null ? byPeriod((window) => `t.${windowColumn("limit", window)}`) : terms.limit
  return [
    ...tables.map(([, where]): Part => [where, []]),
    equals(organization, list.organization_id),
    ...(list.workspace_id === null ? [] : [equals(workspace, list.workspace_id)]),
    ...(inForce === null ? [] : [[inForce, inForce.includes("?") ? [now] : []] as const]),
    [`${limit} IS NOT NULL`, []]
  ]
}

/** The budgets of an owner. A cross join keeps the order of the tables on SQLite. */
const partsOf = (owner: BudgetOwner, list: BudgetList, now: number): ReadonlyArray<Part> => {
  const { kind, tables, terms } = owner
  const columns = columnsOf(owner, Day.of(now))
  const conditions = conditionsOf(owner, list, now)
  const its: Part = [isIts(owner), []]
  const records = [...tables.map(([table]) => table), ...(terms === null ? [periods] : [])].join(" CROSS JOIN ")
  const scopes = "spending_scopes AS t"
  const select = (from: string, ...where: ReadonlyArray<Part>): Part => {
    const [condition, params] = allOf([...conditions, ...where])
    return [`SELECT ${columns} FROM ${from} WHERE ${condition}`, params]
  }
  const ofScopes = (where: string) =>
    select(`${scopes} CROSS JOIN ${records}`, equals("t.organization_id", list.organization_id), its, [where, []])
  const ofRecords = (where: string) => select(`${records} LEFT JOIN ${scopes} ON ${isIts(owner)}`, [where, []])
  const level = leastLevel(list)
  if (level > 0) {
    const found = ofScopes(`t.kind = '${kind}' AND t.level > 0 AND t.level >= ${level}`)
    // A limit of 0 is reached before anything is charged to a scope.
    return terms === null ? [found] : [found, ofRecords(`${terms.limit} = 0 AND t.id IS NULL`)]
  }
  if (kind === "run") return [ofScopes("TRUE")]
  return [terms === null ? select(`${records} CROSS JOIN ${scopes}`, its) : ofRecords("TRUE")]
}

/** The budgets in force of a list, some of them with a lower share than its least one. Null if it can have none. */
export const selectBudgets = (list: BudgetList, now: number): Part | null => {
  const listed = budgetOwners.filter(({ kind }) => (list.kind ?? kind) === kind)
  // The budget of an organization is in no workspace.
  const parts = listed
    .filter(({ kind }) => list.workspace_id === null || kind !== "organization")
    .flatMap((owner) => partsOf(owner, list, now))
  if (parts.length === 0) return null
  return [parts.map(([text]) => text).join("\nUNION ALL "), parts.flatMap(([, params]) => params)]
}
