/** What stands by hand about a table of an export. Its columns are those of the database: see `readTables`. */
export interface ArchivedTable {
  readonly name: string
  /** The columns that order the rows: unique, and never null. */
  readonly key: ReadonlyArray<string>
  /**
   * Integers that fill 64 bits, as amounts do, and are texts in an export, because a JSON number could not be trusted with them. A database
   * describes them as it does other integers.
   */
  readonly amounts?: ReadonlyArray<string>
  /** Columns that stand after another one, or first (null), in an export, because not every database has them there. */
  readonly after?: Readonly<Record<string, string | null>>
  /** Columns that exports before a version do not have: their value is that of another column, a number, a flag, or null. */
  readonly added?: Readonly<
    Record<string, { readonly version: number; readonly from: string | number | boolean | null }>
  >
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
