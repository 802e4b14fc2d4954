import type { ColumnKind } from "./Kind.js"

/** How the rows of a table stand in an export. */
export interface ArchivedTable {
  readonly name: string
  /** The columns that order the rows: unique, and never null. */
  readonly key: ReadonlyArray<string>
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** Whether it is a part of the ledger, which an export may leave out. */
  readonly isLedger?: true
  /** Whether an import finds rows in it: those of a new database, or of the triggers of tables before it. */
  readonly isFilled?: true
  /** Whether the database numbers its rows. */
  readonly isNumbered?: true
  /** The SQL in place of columns if the ledger is left out: what has ended becomes an opening balance. */
  readonly withoutLedger?: Readonly<Record<string, string>>
  /** The condition for a row to be exported, in SQL. */
  readonly where?: string
  /** The condition for a row to be of an organization, whose id is `?`. @default its `organization_id`, and else all rows */
  readonly of?: string
  /** The SQL in place of columns if one organization is exported, whose id is `?`. */
  readonly ofOrganization?: Readonly<Record<string, string>>
  /** How many rows are read at a time. @default 100 on SQLite, 500 on PostgreSQL */
  readonly page?: number
}

/** The windows of counters, as the names of columns end. */
export const windows = ["total", "daily", "weekly", "monthly"]
/** A column of each window. */
export const each = (name: string) => windows.map((window) => `${name}_${window}`)
/** Columns of one kind. */
export const all = (names: ReadonlyArray<string>, kind: ColumnKind): Readonly<Record<string, ColumnKind>> =>
  Object.fromEntries(names.map((name) => [name, kind]))
