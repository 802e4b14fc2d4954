/** A kind of database, by its SQL. */
export type DialectName = "postgres" | "sqlite"

/**
 * The statements of a migration. They are texts, so that a checksum can be taken without running them. Once released,
 * the texts of a migration never change, and neither does what the helpers that make them return.
 */
export type Migration = (dialect: DialectName) => ReadonlyArray<string>
