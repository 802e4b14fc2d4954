import * as Predicate from "effect/Predicate"
import type { Compiled } from "../transaction/Connected.js"
import { type ArchivedValue, handlingOf } from "./Kind.js"
import type { TableWithColumns } from "./readTables.js"

/** Rows that are read at a time, and then written without a turn of the event loop. PostgreSQL is farther away. */
const pageOf = (isPostgres: boolean) => (isPostgres ? 500 : 100)

type ArchivedRow = Readonly<Record<string, ArchivedValue>>

/** Which rows are exported: those of one organization, or all. */
export interface Exporting {
  readonly ledger: boolean
  readonly organization: string | undefined
  readonly isPostgres: boolean
  /** Names the parameters of a statement, for which `?` stands. */
  readonly numbered: (text: string) => string
}

/** The condition for a row to be of an organization, whose id is `?`. */
const conditionOf = ({ columns, of }: TableWithColumns) =>
  of ?? (columns.some(({ name }) => name === "organization_id") ? "organization_id = ?" : "TRUE")

/** The statements that read a table, page by page, and how its rows are read. */
export const tableReader = (table: TableWithColumns, { isPostgres, ledger, numbered, organization }: Exporting) => {
  const { columns, key, name, ofOrganization = {}, where = "TRUE", withoutLedger = {} } = table
  const { page = pageOf(isPostgres) } = table
  const isOne = organization !== undefined
  const instead = { ...(ledger ? {} : withoutLedger), ...(isOne ? ofOrganization : {}) }
  const handlings = columns.map((column) => ({ column: column.name, ...handlingOf(column) }))
  const orders = key.flatMap((name) => handlings.filter(({ column }) => column === name))
  const selected = handlings.map(({ asText, column }) => {
    const value = instead[column] ?? `its."${column}"`
    return `${asText === true ? `CAST(${value} AS TEXT)` : value} AS "${column}"`
  })
  const keys = key.map((column) => `its."${column}"`).join(", ")
  const condition = isOne ? `${where} AND ${conditionOf(table)}` : where
  const from = `SELECT ${selected.join(", ")} FROM ${name} AS its WHERE ${condition}`
  // A column of the answer has the name of the table's, and may be a text.
  const order = `ORDER BY ${keys} LIMIT ${page}`
  const ids = Array.from(from.matchAll(/\?/g), () => organization)
  return {
    name,
    page,
    count: [
      numbered(`SELECT count(*) AS count FROM ${name} AS its WHERE ${condition}`),
      Array.from(condition.matchAll(/\?/g), () => organization)
    ] satisfies Compiled,
    first: [numbered(`${from} ${order}`), ids] satisfies Compiled,
    next: (last: ArchivedRow): Compiled => [
      numbered(`${from} AND (${keys}) > (${key.map(() => "?").join(", ")}) ${order}`),
      [...ids, ...orders.map(({ bind, column }) => bind(last[column] ?? null, isPostgres))]
    ],
    read: (row: unknown): ArchivedRow =>
      Object.fromEntries(
        handlings.map(({ column, read }) => [column, Predicate.hasProperty(row, column) ? read(row[column]) : null])
      )
  }
}
