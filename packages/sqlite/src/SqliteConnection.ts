import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"

/** Runs a statement at once and answers with its rows. Throws SQLite's own error. */
export type Execute = (text: string, params?: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

/** A connection to a database file that exists. Statements run at once: SQLite is in this process. */
export interface SqliteConnection {
  readonly execute: Execute
  /** Whether a transaction is open, which SQLite may have undone by itself. */
  readonly inTransaction: () => boolean
  /** The same connection, for Effect's SQL. */
  readonly connection: Connection
  readonly close: () => void
}

// The texts of the stores are few; those of a list come in few lengths.
const MOST_STATEMENTS = 500

/** Statements by their text, the eldest let go. What could not be prepared is not remembered: its reason may pass. */
const preparing = (database: Sqlite.Database) => {
  const statements = new Map<string, Sqlite.Statement>()
  return (text: string) => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = database.prepare(text)
    for (const eldest of statements.keys()) if (statements.size >= MOST_STATEMENTS) statements.delete(eldest)
    statements.set(text, statement)
    return statement
  }
}

/** Whatever Effect's SQL asks of a connection. */
const connectionOf = (statement: Execute): Connection => {
  const run = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(statement(text, params))
      } catch (cause) {
        return new SqlError({ cause, message: "SQLite refused a statement" })
      }
    })
  const execute: Connection["execute"] = (text, params, transform) => {
    // SQLite's rows are objects by column.
    const rows = run(text, params) as Effect.Effect<ReadonlyArray<Record<string, unknown>>, SqlError>
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: run,
    executeValues: (text, params) =>
      Effect.map(execute(text, params, undefined), (rows) => rows.map((row) => Object.values(row))),
    executeStream: () => Effect.dieMessage("SQLite's rows are not streamed.")
  }
}

/** Opens a file that exists; one that does not is never created here. It does not wait for locks: that stops the event loop. */
export const openSqlite = (file: string, options: { readonly readonly: boolean }): SqliteConnection => {
  const database = new Sqlite(file, { fileMustExist: true, readonly: options.readonly, timeout: 0 })
  const prepare = preparing(database)
  const execute: Execute = (text, params = []) => {
    const statement = prepare(text)
    if (statement.reader) return statement.all(params)
    statement.run(params)
    return []
  }
  return {
    execute,
    inTransaction: () => database.inTransaction,
    connection: connectionOf(execute),
    close: () => database.close()
  }
}
