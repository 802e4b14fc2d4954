import type * as SqlClient from "@effect/sql/SqlClient"
import { postgresDialect } from "./postgres/postgresDialect.js"
import type { Dialect } from "./rows/Dialect.js"
import { sqliteDialect } from "./sqlite/sqliteDialect.js"

/** The dialect of a client. */
export const dialectOf = (sql: SqlClient.SqlClient): Dialect =>
  sql.onDialectOrElse({ pg: () => postgresDialect, orElse: () => sqliteDialect })
