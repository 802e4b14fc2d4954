import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** Connections whose transaction could not be undone: whatever came next would be a part of it. */
const stuck = new WeakSet<Connection>()

const execute = (connection: Connection, text: string) => connection.execute(text, [], undefined)

/** Undoes what a connection has open. Where that fails, it is tried again before anything else is done on the connection. */
export const rollBack = (connection: Connection): Effect.Effect<void> =>
  Effect.catchAll(execute(connection, "ROLLBACK"), (failure) => {
    stuck.add(connection)
    return Effect.logWarning("a transaction could not be rolled back", failure)
  })

/** A connection that has nothing open. SQLite may have undone all by itself: then there is nothing to roll back, and BEGIN works. */
export const cleared = (connection: Connection): Effect.Effect<Connection, SqlError> => {
  if (!stuck.has(connection)) return Effect.succeed(connection)
  const again = execute(connection, "ROLLBACK")
  return Effect.catchAll(again, () => Effect.zipRight(execute(connection, "BEGIN"), again)).pipe(
    Effect.map(() => {
      stuck.delete(connection)
      return connection
    })
  )
}
