import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Database } from "@tollgate/sql"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { DatabaseRefused } from "./DatabaseRefused.js"
import { refusalOf } from "./refusalOf.js"

/** Asked for on every open and read back: SQLite forgets most of them, and takes some of them in silence only. */
const settings = [
  // How long a lock held by another process may stop this one's event loop; the rest of the waiting is asynchronous.
  ["busy_timeout", 20, 20],
  ["journal_mode", "WAL", "wal"],
  // A write that was acknowledged survives a loss of power.
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  // What stands in the file's schema calls no function that acts, and a damaged page is seen before it is used.
  ["trusted_schema", "OFF", 0],
  ["cell_size_check", "ON", 1]
] as const

const firstValue = (rows: ReadonlyArray<unknown>) => {
  const [row] = rows
  return Predicate.isRecord(row) ? Object.values(row)[0] : undefined
}

/**
 * A database file with every setting in place, closed with the scope; its write-ahead log is then written
 * back and emptied. The file must exist.
 */
export const openClient = Effect.fnUntraced(function* (file: string) {
  const refused = (cause: unknown) => new DatabaseRefused({ file, reason: refusalOf(cause), cause })
  const client = yield* SqliteClient.make({ filename: file, disableWAL: true }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.catchAllDefect((cause) => Effect.fail(refused(cause)))
  )
  const database = yield* Effect.provide(Database.Database, Database.layer).pipe(
    Effect.provideService(SqlClient.SqlClient, client)
  )
  const { sql, write } = database
  const pragma = (text: string) => Effect.mapError(write(sql.unsafe(`PRAGMA ${text}`)), refused)

  for (const [name, value] of settings) yield* pragma(`${name} = ${value}`)
  yield* pragma("schema_version")
  for (const [name, , expected] of settings) {
    const actual = firstValue(yield* pragma(name))
    if (actual !== expected) {
      return yield* new DatabaseRefused({ file, reason: "pragma_refused", cause: { name, expected, actual } })
    }
  }
  yield* Effect.addFinalizer(() => Effect.ignoreLogged(pragma("wal_checkpoint(TRUNCATE)")))
  return database
})
