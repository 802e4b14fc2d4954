import { type BudgetList, Day, kindRank, windowRank } from "@tollgate/core/storage"
import { allOf, type Part } from "../rows/Dialect.js"
import { type BudgetOwner, budgetOwners } from "./budgetOwners.js"

/** Tenths of the least share of a list: scopes with a lower level (`Scope.level`) have no budget of it. 0 if all are to be read. */
export const leastLevel = ({ above }: BudgetList): number => (above === null ? 0 : Math.min(10, Math.floor(above * 10)))

/** An expression that depends on a window, which the column `period` of a table says. */
export const byPeriod = (table: string, of: (window: Day.Kind) => string): string =>
  `CASE ${table}.period ${Day.kinds.map((window) => `WHEN ${windowRank(window)} THEN ${of(window)}`).join(" ")} END`

/** The windows in which a scope may have a limit. */
const periods = `(${Day.kinds.map((window) => `SELECT ${windowRank(window)} AS period`).join(" UNION ALL ")}) AS v`

/** The window of the limit of a record. */
const periodOf = (reset: string): string => {
  const resets = (["daily", "weekly", "monthly"] as const).map((name) => `WHEN '${name}' THEN ${windowRank(name)}`)
  return `CASE ${reset} ${resets.join(" ")} ELSE ${windowRank("lifetime")} END`
}

/** The condition that a scope is that of an owner. */
const isIts = ({ guardrail, kind, organization, subject }: BudgetOwner) =>
  `t.organization_id = ${organization} AND t.kind = '${kind}' AND t.subject = ${subject} AND t.guardrail_id = ${guardrail}`

/** The columns of the budgets of an owner. Without a record that has the limit, it is that of the scope. */
const columnsOf = ({ guardrail, kind, name, subject, terms, workspace }: BudgetOwner): string => {
  const [period, limit, byok] =
    terms === null ? ["v.period", "NULL", "FALSE"] : [periodOf(terms.reset), terms.limit, terms.byok]
  return `t.id AS scope_id, ${kindRank(kind)} AS place, ${subject} AS subject, ${guardrail} AS guardrail_id,
  ${workspace} AS workspace_id, ${name} AS name, ${period} AS period, CAST(${limit} AS BIGINT) AS limit_usd, ${byok} AS includes_byok`
}

const equals = (column: string, value: string): Part => [`${column} = ?`, [value]]

/** The conditions of a list on the records of an owner. */
const conditionsOf = (owner: BudgetOwner, list: BudgetList, now: number): ReadonlyArray<Part> => {
  const { inForce, organization, tables, terms, workspace } = owner
  return [
    ...tables.map(([, where]): Part => [where, []]),
    equals(organization, list.organization_id),
    ...(list.workspace_id === null ? [] : [equals(workspace, list.workspace_id)]),
    ...(inForce === null ? [] : [[inForce, inForce.includes("?") ? [now] : []] as const]),
    ...(terms === null ? [] : [[`${terms.limit} IS NOT NULL`, []] as const])
  ]
}

/** The budgets of an owner. A cross join keeps the order of the tables on SQLite. */
const partsOf = (owner: BudgetOwner, list: BudgetList, now: number): ReadonlyArray<Part> => {
  const { kind, tables, terms } = owner
  const columns = columnsOf(owner)
  const conditions = conditionsOf(owner, list, now)
  const its: Part = [isIts(owner), []]
  const records = [...tables.map(([table]) => table), ...(terms === null ? [periods] : [])].join(" CROSS JOIN ")
  const scopes = "spending_scopes AS t"
  const select = (from: string, ...where: ReadonlyArray<Part>): Part => {
    const [condition, params] = allOf([...conditions, ...where])
    return [`SELECT ${columns} FROM ${from} WHERE ${condition}`, params]
  }
  const ofScopes = (...where: ReadonlyArray<Part>) =>
    select(`${scopes} CROSS JOIN ${records}`, equals("t.organization_id", list.organization_id), its, ...where)
  const ofRecords = (...where: ReadonlyArray<Part>) =>
    select(`${records} LEFT JOIN ${scopes} ON ${isIts(owner)}`, ...where)
  const level = leastLevel(list)
  if (level > 0) {
    const found = ofScopes([`t.kind = '${kind}' AND t.level > 0 AND t.level >= ?`, [level]])
    // A limit of 0 is reached before anything is charged to a scope.
    return terms === null ? [found] : [found, ofRecords([`${terms.limit} = 0 AND t.id IS NULL`, []])]
  }
  if (kind === "run") return [ofScopes()]
  return [terms === null ? select(`${records} CROSS JOIN ${scopes}`, its) : ofRecords()]
}

/** The budgets in force of a list, and others with a lower share than its least one, or without a limit. Null if it can have none. */
export const selectBudgets = (list: BudgetList, now: number): Part | null => {
  const parts = budgetOwners
    .filter(({ kind }) => (list.kind ?? kind) === kind)
    // The budget of an organization is in no workspace.
    .filter(({ kind }) => list.workspace_id === null || kind !== "organization")
    .flatMap((owner) => partsOf(owner, list, now))
  if (parts.length === 0) return null
  return [parts.map(([text]) => text).join("\nUNION ALL "), parts.flatMap(([, params]) => params)]
}
