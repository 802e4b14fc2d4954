/** The table of the applied migrations. */
export const MIGRATIONS_TABLE = "tollgate_migrations"

/** The statement that creates it, by the database's type of integers. */
export const createMigrationsTable = (integer: string): string => `CREATE TABLE ${MIGRATIONS_TABLE} (
  migration_id ${integer} NOT NULL PRIMARY KEY,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name VARCHAR(255) NOT NULL,
  checksum TEXT
)`
