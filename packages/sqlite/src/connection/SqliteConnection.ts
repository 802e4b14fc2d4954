import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import type { Connected } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { loadDriver } from "./loadDriver.js"
import { checkParameters, countParameters } from "./parameters.js"
import type { DriverConnection, OnCopied, OpenOptions, PreparedStatement, SqliteDriver } from "./SqliteDriver.js"

/** Runs a statement synchronously and returns its rows. Throws an error whose `code` is SQLite's, such as `SQLITE_BUSY`. */
export type Execute = (text: string, params?: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

/** A connection to an existing database file. Statements run synchronously: SQLite is part of this process. */
export interface SqliteConnection {
  readonly execute: Execute
  /** The same, but integers are read as bigints. */
  readonly executeExact: Execute
  /** Changes when another connection has committed, and not when this one has. Throws SQLite's error. */
  readonly dataVersion: () => number
  /** Whether a transaction is open. SQLite rolls one back by itself after some errors. */
  readonly inTransaction: () => boolean
  /** The same connection as an Effect SQL connection. */
  readonly connection: Connection
  /** Copies the database to an existing file. An exception of `onCopied` stops the copy. */
  readonly backup: (copy: string, onCopied: OnCopied) => Promise<void>
  /** Closing twice is allowed. */
  readonly close: () => void
}

// The stores use few distinct texts; those with lists come in few lengths.
const MAX_STATEMENTS = 1000

/** Caches statements by text and drops the oldest. A failed prepare is not cached, since its reason may pass. */
const makePrepare = (prepare: DriverConnection["prepare"]) => {
  const statements = new Map<string, PreparedStatement>()
  return (text: string): PreparedStatement => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const run = prepare(text)
    const count = countParameters(text)
    const statement: PreparedStatement = (params) => {
      checkParameters(params, count)
      return run(params)
    }
    for (const oldest of statements.keys()) {
      if (statements.size < MAX_STATEMENTS) break
      statements.delete(oldest)
    }
    statements.set(text, statement)
    return statement
  }
}

const refused = (cause: unknown) => new SqlError({ cause, message: "SQLite refused a statement" })

/** An Effect SQL connection that runs each statement by a function. */
export const connectionOf = (statement: Execute): Connected => {
  const run = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(statement(text, params))
      } catch (cause) {
        return refused(cause)
      }
    })
  const execute: Connection["execute"] = (text, params, transform) => {
    // SQLite's rows are objects by column.
    const rows = run(text, params) as Effect.Effect<ReadonlyArray<Record<string, unknown>>, SqlError>
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  return {
    execute,
    executeNow: statement,
    executeAll: (statements) =>
      Effect.suspend(() => {
        try {
          return Effect.succeed(statements.map(([text, params]) => statement(text, params)))
        } catch (cause) {
          return refused(cause)
        }
      }),
    executeUnprepared: execute,
    executeRaw: run,
    executeValues: (text, params) =>
      Effect.map(execute(text, params, undefined), (rows) => rows.map((row) => Object.values(row))),
    executeStream: () => Effect.dieMessage("SQLite's rows are not streamed.")
  }
}

/** Opens an existing file with a driver. A missing file is never created. */
export const openWith = (driver: SqliteDriver, file: string, options: OpenOptions): SqliteConnection => {
  const database = driver.open(file, options)
  const [prepare, prepareExact] = [makePrepare(database.prepare), makePrepare(database.prepareExact)]
  const execute: Execute = (text, params = []) => prepare(text)(params)
  return {
    execute,
    executeExact: (text, params = []) => prepareExact(text)(params),
    dataVersion: database.dataVersion,
    inTransaction: database.inTransaction,
    connection: connectionOf(execute),
    backup: database.backup,
    close: database.close
  }
}

/** Opens an existing file with the driver of this process. Throws SQLite's error, or `DriverMissing`. */
export const openSqlite = (file: string, options: OpenOptions): SqliteConnection =>
  openWith(
    Either.getOrThrowWith(loadDriver(), (missing) => missing),
    file,
    options
  )
