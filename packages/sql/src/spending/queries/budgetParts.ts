import { type BudgetList, kindRank } from "@tollgate/core/storage"
import { allOf, type Part } from "../rows/Dialect.js"
import { type BudgetOwner, budgetOwners } from "./budgetOwners.js"

/** Tenths of the least share of a list: scopes with a lower level (`Scope.level`) have no budget of it. 0 if all are to be read. */
export const leastLevel = ({ above }: BudgetList): number => (above === null ? 0 : Math.min(10, Math.floor(above * 10)))

/** The condition that a scope is that of an owner. */
const isIts = ({ guardrail, kind, organization, subject }: BudgetOwner) => {
  const isOf = `t.organization_id = ${organization} AND t.kind = '${kind}' AND t.guardrail_id = ${guardrail}`
  return kind === "run" ? isOf : `${isOf} AND t.subject = ${subject}`
}

/** The names of the columns of all parts. */
const names = ["scope_id", "place", "subject", "guardrail_id", "workspace_id", "name", "reset", "limit_usd"]

/** The columns of the budgets of an owner. Without a record that has the limit, it is that of the scope. */
const columnsOf = ({ guardrail, kind, name, subject, terms, workspace }: BudgetOwner): string => {
  const [reset, limit] = terms === null ? ["d.reset", "CAST(NULL AS BIGINT)"] : [terms.reset, terms.limit]
  return ["t.id", kindRank(kind), subject, guardrail, workspace, name, reset, limit].join(", ")
}

const equals = (column: string, value: string): Part => [`${column} = ?`, [value]]

/** The conditions of a list on the records of an owner. */
const conditionsOf = (owner: BudgetOwner, list: BudgetList, now: number): ReadonlyArray<Part> => {
  const { inForce, tables, workspace } = owner
  return [
    ...tables.flatMap(([, where]): ReadonlyArray<Part> => (where === undefined ? [] : [[where, []]])),
    ...(list.workspace_id === null ? [] : [equals(workspace, list.workspace_id)]),
    ...(inForce === null ? [] : [[inForce, inForce.includes("?") ? [now] : []] as const])
  ]
}

/** The budgets of an owner: with `d`, in each window. A cross join keeps the order of the tables on SQLite. */
const partsOf = (owner: BudgetOwner, list: BudgetList, now: number): ReadonlyArray<Part> => {
  const { kind, organization, tables, terms } = owner
  const columns = columnsOf(owner)
  const conditions = conditionsOf(owner, list, now)
  const its: Part = [isIts(owner), []]
  const records = [...tables.map(([table]) => table), ...(terms === null ? ["d"] : [])].join(" CROSS JOIN ")
  const scopes = "spending_scopes AS t"
  const select = (from: string, ...where: ReadonlyArray<Part>): Part => {
    const [condition, params] = allOf([...where, ...conditions])
    return [`SELECT ${columns} FROM ${from} WHERE ${condition}`, params]
  }
  const ofScopes = (...where: ReadonlyArray<Part>) =>
    select(`${scopes} CROSS JOIN ${records}`, equals("t.organization_id", list.organization_id), its, ...where)
  const ofRecords = (...where: ReadonlyArray<Part>) =>
    select(`${records} LEFT JOIN ${scopes} ON ${isIts(owner)}`, equals(organization, list.organization_id), ...where)
  const level = leastLevel(list)
  if (level > 0) {
    const found = ofScopes(["t.level > 0 AND t.level >= ?", [level]])
    // A limit of 0 is reached before anything is charged to a scope.
    return terms === null ? [found] : [found, ofRecords([`${terms.limit} = 0 AND t.id IS NULL`, []])]
  }
  if (kind === "run") return [ofScopes(["t.listed_at IS NOT NULL", []])]
  if (terms !== null) return [ofRecords([`${terms.limit} IS NOT NULL`, []])]
  return [select(`${records} CROSS JOIN ${scopes}`, equals(organization, list.organization_id), its)]
}

/**
 * As a table `b`: the budgets in force of a list, and others with a lower share than its least one, or without a limit. A reset of null is the
 * whole lifetime. Null if it can have none.
 */
export const selectBudgets = (list: BudgetList, now: number): Part | null => {
  const parts = budgetOwners
    .filter(({ kind }) => (list.kind ?? kind) === kind)
    // The budget of an organization is in no workspace.
    .filter(({ kind }) => list.workspace_id === null || kind !== "organization")
    .flatMap((owner) => partsOf(owner, list, now))
  if (parts.length === 0) return null
  const all = parts.map(([text]) => text).join("\nUNION ALL ")
  return [`b (${names.join(", ")}) AS (${all})`, parts.flatMap(([, params]) => params)]
}
