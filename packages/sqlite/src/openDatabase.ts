import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import type { StorageFailure } from "@tollgate/core/storage"
import { type Database, make } from "@tollgate/sql/driver"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { DatabaseRefused } from "./DatabaseRefused.js"
import { firstValue } from "./firstValue.js"
import { queued } from "./queued.js"
import { makeReaders } from "./Readers.js"
import { refusalOf } from "./refusalOf.js"
import { type Execute, openSqlite, type SqliteConnection } from "./SqliteConnection.js"
import { WriteQueue } from "./WriteQueue.js"
import { whileLocked } from "./whileLocked.js"

/** Asked for on every open and read back: SQLite forgets most of them, and takes some of them in silence only. */
const settings = [
  // Waiting inside SQLite would stop the event loop.
  ["busy_timeout", 0, 0],
  ["journal_mode", "WAL", "wal"],
  // A write that was acknowledged survives a loss of power.
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  // What stands in the file's schema calls no function that acts, and a damaged page is seen before it is used.
  ["trusted_schema", "OFF", 0],
  ["cell_size_check", "ON", 1],
  // What is deleted is overwritten: of a provider's secret not even the sealed bytes stay in the file.
  ["secure_delete", "ON", 1],
  // A log that a long reader has let grow shrinks again.
  ["journal_size_limit", 16_777_216, 16_777_216]
] as const

/** Puts every setting in place, and finds out which of them is not. */
const settle = (execute: Execute) =>
  Effect.gen(function* () {
    for (const [name, value] of settings) yield* whileLocked(() => execute(`PRAGMA ${name} = ${value}`))
    yield* whileLocked(() => execute("PRAGMA schema_version"))
    for (const [name, , expected] of settings) {
      const actual = firstValue(yield* whileLocked(() => execute(`PRAGMA ${name}`)))
      if (actual !== expected) return { name, expected, actual }
    }
    return null
  })

const acquire = (file: string, readonly: boolean) =>
  Effect.acquireRelease(
    whileLocked(() => openSqlite(file, { readonly })),
    (connection) => Effect.sync(connection.close)
  )

/** Whoever looks after the open file. */
export interface Observer {
  /** Asked before anything is written: why nothing may be, and why what stands in the log is not written back either. */
  readonly refused: () => StorageFailure | null
  /** Asked once a transaction is committed and before anybody is told: why that is worth nothing after all. */
  readonly committed: () => StorageFailure | null
}

/** An open database, with who looks after it. */
export interface Observed<A extends Observer> {
  readonly database: Context.Tag.Service<Database>
  readonly observer: A
}

/**
 * A database file with every setting in place: readers, and one writer. When the scope ends, what is under way is done
 * first, and the write-ahead log written back and emptied, unless the file is lost. The file must exist. `observe` is told of the writer's connection
 * before anything is written.
 */
export const openObserved: <A extends Observer>(
  file: string,
  observe: (writer: SqliteConnection) => Effect.Effect<A, unknown, Scope.Scope>
) => Effect.Effect<Observed<A>, DatabaseRefused, Scope.Scope> = Effect.fnUntraced(function* (file, observe) {
  const refused = (cause: unknown) => new DatabaseRefused({ file, reason: refusalOf(cause), cause })
  const clock = yield* Effect.clock
  const now = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)
  const writer = yield* Effect.mapError(acquire(file, false), refused)
  const wrong = yield* Effect.mapError(settle(writer.execute), refused)
  if (wrong !== null) return yield* new DatabaseRefused({ file, reason: "pragma_refused", cause: wrong })
  const observer = yield* Effect.mapError(observe(writer), refused)

  const queue = new WriteQueue(writer, { now, refused: observer.refused, committed: observer.committed })
  const openReader = () => {
    const reader = openSqlite(file, { readonly: true })
    reader.execute("PRAGMA trusted_schema = OFF")
    reader.execute("PRAGMA cell_size_check = ON")
    // By reading it takes its part in the file: from here on the writer is not the last who closes it.
    reader.execute("PRAGMA schema_version")
    return reader
  }
  const readers = yield* Effect.mapError(
    whileLocked(() => makeReaders(openReader, now)),
    refused
  )
  const close = () => {
    if (observer.refused() === null) {
      readers.close()
      writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    } else {
      // Whoever closes last writes the log back, and a reader cannot: this log is not that of what stands in the file's place.
      writer.close()
      readers.close()
    }
  }
  yield* Effect.addFinalizer(() =>
    Effect.async<void>((resume) => queue.close(() => resume(Effect.void))).pipe(
      Effect.zipRight(Effect.ignoreLogged(Effect.try(close)))
    )
  )
  const sql = yield* SqlClient.make({
    acquirer: Effect.succeed(writer.connection),
    compiler: Statement.makeCompilerSqlite(),
    spanAttributes: []
  }).pipe(Effect.provide(Reactivity.layer))
  const database = make(sql, { ...queued(queue), read: readers.read, snapshot: readers.snapshot })
  return { database, observer }
})

/** The same without an observer. */
export const openDatabase = (
  file: string
): Effect.Effect<Context.Tag.Service<Database>, DatabaseRefused, Scope.Scope> =>
  Effect.map(
    openObserved(file, () => Effect.succeed({ refused: () => null, committed: () => null })),
    ({ database }) => database
  )
