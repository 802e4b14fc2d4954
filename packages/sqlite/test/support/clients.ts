import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlConnection, type SqlError } from "@effect/sql"
import * as Sql from "@tollgate/sql"
import { Effect, type Scope } from "effect"
import { betterSqlite3Loads } from "../../../../scripts/betterSqlite3.mjs"

/** Whether a host's client runs on this Node.js: `@effect/sql-sqlite-node` is made of better-sqlite3. */
export const hasHostClient = betterSqlite3Loads()

/** A host's own client on a file, closed with its scope. */
export const hostClient = (file: string): Effect.Effect<SqlClient.SqlClient, never, Scope.Scope> =>
  Effect.promise(() => import("@effect/sql-sqlite-node")).pipe(
    Effect.flatMap(({ SqliteClient }) => SqliteClient.make({ filename: file })),
    Effect.provide(Reactivity.layer),
    // The driver's five seconds would stop the event loop, and with it the holder of the lock in this process.
    Effect.tap((client) => Effect.orDie(client`PRAGMA busy_timeout = 20`))
  )

/** The same with Tollgate's tables in it. */
export const migratedClient = (file: string) =>
  Effect.tap(hostClient(file), (client) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client))

/** A client whose connection runs each statement through a filter first, which may fail in its place. */
export const filtered = (
  client: SqlClient.SqlClient,
  filter: (text: string) => Effect.Effect<void, SqlError.SqlError>
): SqlClient.SqlClient => {
  const guards = new Map<SqlConnection.Connection, SqlConnection.Connection>()
  const guard = (connection: SqlConnection.Connection): SqlConnection.Connection => {
    const known = guards.get(connection)
    if (known !== undefined) return known
    const guarded: SqlConnection.Connection = {
      ...connection,
      execute: (text, params, transform) => Effect.zipRight(filter(text), connection.execute(text, params, transform))
    }
    guards.set(connection, guarded)
    return guarded
  }
  const through = new Proxy(client, {
    get: (target, name) => (name === "reserve" ? Effect.map(target.reserve, guard) : Reflect.get(target, name))
  })
  return through
}
