import * as Columns from "./columns.js"
import { type Counted, countingPostgres, countingSqlite } from "./counting.js"

/** A kind of database, by what its SQL differs in. */
export interface MigrationDialect {
  readonly name: "postgres" | "sqlite"
  readonly columns: Columns.Columns
  /** The statements that count the lists of a table once and then maintain their sizes. */
  readonly counting: (counted: Counted) => ReadonlyArray<string>
}

/**
 * The statements of a migration. They are texts, so that a checksum can be taken without running them. Once released,
 * the texts of a migration never change, and neither does what the helpers that make them return.
 */
export type Migration = (dialect: MigrationDialect) => ReadonlyArray<string>

export const postgres: MigrationDialect = {
  name: "postgres",
  columns: Columns.columns(Columns.postgres),
  counting: countingPostgres
}

export const sqlite: MigrationDialect = {
  name: "sqlite",
  columns: Columns.columns(Columns.sqlite),
  counting: countingSqlite
}
