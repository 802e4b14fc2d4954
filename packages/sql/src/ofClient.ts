import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Rows } from "./Act.js"
import { bracket } from "./bracket.js"
import type { Connections } from "./Connections.js"
import { retryWhileTransient } from "./retryWhileTransient.js"
import { cleared } from "./rollBack.js"

/** Runs statements on the connections of a client. */
export const ofClient = (sql: SqlClient.SqlClient): Connections => {
  const [reading, writing] = sql.onDialectOrElse({
    // A deferred BEGIN that reads first cannot wait for SQLite's lock when it writes.
    sqlite: () => ["BEGIN", "BEGIN IMMEDIATE"] as const,
    pg: () =>
      ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"] as const,
    orElse: () => ["BEGIN", "BEGIN"] as const
  })
  const acquire = Effect.flatMap(sql.reserve, cleared)
  const single = (text: string, params: ReadonlyArray<unknown>): Rows =>
    Effect.mapError(
      retryWhileTransient(
        Effect.scoped(Effect.flatMap(acquire, (connection) => connection.execute(text, params, undefined)))
      ),
      (cause) => new StorageFailure({ cause })
    )
  return {
    read: single,
    write: single,
    snapshot: bracket(acquire, { begin: reading, isReading: true }),
    transact: bracket(acquire, { begin: writing, isReading: false })
  }
}
