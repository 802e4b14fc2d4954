/** The table of the applied migrations. */
export const MIGRATIONS_TABLE = "tollgate_migrations"
