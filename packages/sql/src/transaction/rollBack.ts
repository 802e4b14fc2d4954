import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** Connections with a transaction that could not be rolled back: the next statement would join it. */
const poisoned = new WeakSet<Connection>()

const execute = (connection: Connection, text: string) => connection.execute(text, [], undefined)

/**
 * Rolls back the open transaction of a connection. If that fails, it is tried again before the next statement on the
 * connection.
 */
export const rollBack = (connection: Connection): Effect.Effect<void> =>
  Effect.catchAll(execute(connection, "ROLLBACK"), (failure) => {
    poisoned.add(connection)
    return Effect.logWarning("a transaction could not be rolled back", failure)
  })

/**
 * Returns a connection without an open transaction. SQLite may have rolled back by itself: then there is nothing to
 * roll back, and BEGIN works.
 */
export const ensureIdle = (connection: Connection): Effect.Effect<Connection, SqlError> => {
  if (!poisoned.has(connection)) return Effect.succeed(connection)
  const again = execute(connection, "ROLLBACK")
  return Effect.catchAll(again, () => Effect.zipRight(execute(connection, "BEGIN"), again)).pipe(
    Effect.map(() => {
      poisoned.delete(connection)
      return connection
    })
  )
}
