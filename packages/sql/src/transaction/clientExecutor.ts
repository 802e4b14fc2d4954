import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Rows } from "./Connected.js"
import type { Executor } from "./Executor.js"
import { retryWhileTransient } from "./retryWhileTransient.js"
import { ensureIdle } from "./rollBack.js"
import { runTransaction } from "./runTransaction.js"

/** Runs statements on the connections of a client. */
export const clientExecutor = (sql: SqlClient.SqlClient): Executor => {
  const [reading, writing] = sql.onDialectOrElse({
    // A deferred BEGIN that reads first cannot wait for SQLite's lock when it writes.
    sqlite: () => ["BEGIN", "BEGIN IMMEDIATE"] as const,
    pg: () =>
      ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"] as const,
    orElse: () => ["BEGIN", "BEGIN"] as const
  })
  const locksRows = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const acquire = Effect.flatMap(sql.reserve, ensureIdle)
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
    snapshot: runTransaction(acquire, { begin: reading, isReading: true }),
    snapshotUnlimited: runTransaction(acquire, { begin: reading, isReading: true, isUnlimited: true }),
    transact: runTransaction(acquire, { begin: writing, locksRows }),
    transactUnlimited: runTransaction(acquire, { begin: writing, locksRows, isUnlimited: true })
  }
}
