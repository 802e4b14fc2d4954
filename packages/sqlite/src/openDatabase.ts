import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import { Metrics } from "@tollgate/core"
import { families, type MetricsRegistry, measureGauge, type StorageFailure } from "@tollgate/core/storage"
import { type Database, make } from "@tollgate/sql/driver"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { firstValue } from "./connection/firstValue.js"
import { makeReaders } from "./connection/Readers.js"
import { ReaderThread } from "./connection/ReaderThread.js"
import { makeReaderThreads } from "./connection/ReaderThreads.js"
import { type Execute, openSqlite, type SqliteConnection } from "./connection/SqliteConnection.js"
import { whileLocked } from "./connection/whileLocked.js"
import { DatabaseRefused } from "./DatabaseRefused.js"
import { toDatabaseRefusal } from "./toDatabaseRefusal.js"
import { WriteQueue } from "./writer/WriteQueue.js"
import type { Timed } from "./writer/WriteQueueOptions.js"
import { writerExecutor } from "./writer/writerExecutor.js"

/**
 * Set on every open and read back: SQLite forgets most of these settings, and ignores invalid ones without an error.
 */
const settings = [
  // Waiting inside SQLite would block the event loop.
  ["busy_timeout", 0, 0],
  ["journal_mode", "WAL", "wal"],
  // An acknowledged write survives a power loss.
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  // The schema in the file cannot call functions with side effects, and a damaged page is detected before it is used.
  ["trusted_schema", "OFF", 0],
  ["cell_size_check", "ON", 1],
  // Deleted data is overwritten: not even the sealed bytes of a deleted secret stay in the file.
  ["secure_delete", "ON", 1],
  // A log that grew during a long read shrinks again.
  ["journal_size_limit", 16_777_216, 16_777_216]
] as const

/** Applies all settings, and returns the first that was not accepted, or null. */
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

/** Measures commits, if metrics are on. */
const timing = (registry: MetricsRegistry | null, now: () => bigint): Timed | undefined => {
  if (registry === null) return undefined
  const durations = registry.histogram(families.commits)
  return (commit) => {
    const since = now()
    try {
      return commit()
    } finally {
      durations.update(Number(now() - since) / 1e9)
    }
  }
}

/** Guards an open file. */
export interface Observer {
  /** Called before each write; returns the reason to reject it, or null. */
  readonly refused: () => StorageFailure | null
  /** Whether the last check found that the file is lost. Does not check again. */
  readonly isKnownLost: () => boolean
  /** Called before the final checkpoint; whether it would go to a file that is lost. */
  readonly isLost: () => boolean
  /** Called after each commit and before any result is reported; returns why the write is lost after all, or null. */
  readonly committed: () => StorageFailure | null
}

/** An open database and its guard. */
export interface Observed<A extends Observer> {
  readonly database: Context.Tag.Service<Database>
  readonly observer: A
}

/**
 * Opens an existing database file with all settings: one writer, and readers. When the scope ends, running writes
 * finish first, and the log is checkpointed and truncated unless the file is lost. `observe` gets the writer's
 * connection before the first write.
 */
export const openObserved: <A extends Observer>(
  file: string,
  observe: (writer: SqliteConnection) => Effect.Effect<A, unknown, Scope.Scope>
) => Effect.Effect<Observed<A>, DatabaseRefused, Scope.Scope> = Effect.fnUntraced(function* (file, observe) {
  const refused = (cause: unknown) => new DatabaseRefused({ file, reason: toDatabaseRefusal(cause), cause })
  const clock = yield* Effect.clock
  const now = () => Math.floor(Number(clock.unsafeCurrentTimeNanos()) / 1e6)
  const writer = yield* Effect.mapError(acquire(file, false), refused)
  const wrong = yield* Effect.mapError(settle(writer.execute), refused)
  if (wrong !== null) return yield* new DatabaseRefused({ file, reason: "pragma_refused", cause: wrong })
  const observer = yield* Effect.mapError(observe(writer), refused)

  const timed = timing(yield* Metrics, () => clock.unsafeCurrentTimeNanos())
  const queue = new WriteQueue(writer, { now, refused: observer.refused, committed: observer.committed, timed })
  yield* measureGauge(families.queue, queue.length)
  const openReader = () => {
    const reader = openSqlite(file, { readonly: true })
    reader.execute("PRAGMA trusted_schema = OFF")
    reader.execute("PRAGMA cell_size_check = ON")
    // After this read, the writer is not the last connection to close.
    reader.execute("PRAGMA schema_version")
    return reader
  }
  const readers = yield* Effect.mapError(
    whileLocked(() => makeReaders(openReader, now, observer.isKnownLost)),
    refused
  )
  const threads = makeReaderThreads(() => ReaderThread.open(file))
  const close = () => {
    if (!observer.isLost()) {
      readers.close()
      writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    } else {
      // The last connection to close checkpoints the log. A reader cannot, and this log does not belong to the file
      // that is now at the path.
      writer.close()
      readers.close()
    }
  }
  yield* Effect.addFinalizer(() =>
    Effect.async<void>((resume) => queue.close(() => resume(Effect.void))).pipe(
      Effect.zipRight(threads.close),
      Effect.zipRight(Effect.ignoreLogged(Effect.try(close)))
    )
  )
  const sql = yield* SqlClient.make({
    acquirer: Effect.succeed(writer.connection),
    compiler: Statement.makeCompilerSqlite(),
    spanAttributes: []
  }).pipe(Effect.provide(Reactivity.layer))
  const { atVersion, read, snapshot } = readers
  const reading = { atVersion, read, snapshot, snapshotUnlimited: threads.snapshot }
  const database = make(sql, { ...writerExecutor(queue), ...reading })
  return { database, observer }
})

/** Opens a database without a guard. */
export const openDatabase = (
  file: string
): Effect.Effect<Context.Tag.Service<Database>, DatabaseRefused, Scope.Scope> =>
  Effect.map(
    openObserved(file, () =>
      Effect.succeed({ refused: () => null, isKnownLost: () => false, isLost: () => false, committed: () => null })
    ),
    ({ database }) => database
  )
