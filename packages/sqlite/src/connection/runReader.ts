import type Sqlite from "better-sqlite3"
import type { NodeSqlite } from "./nodeSqlite.js"
import type { SqliteDriver } from "./SqliteDriver.js"

/** What a reader thread is started with. */
export interface ReaderStart {
  readonly driver: SqliteDriver["name"]
  /** What loads the library. */
  readonly path: string
  /** How the library names the file. */
  readonly address: string
}

/** A statement to run, or null to close the connection and end. */
export type ReaderAsked = readonly [text: string, params: ReadonlyArray<unknown>] | null

/** The names of the columns, and the values of each row; or what the library has thrown. */
export type ReaderAnswer =
  | { readonly names: ReadonlyArray<string>; readonly rows: ReadonlyArray<ReadonlyArray<unknown>> }
  | { readonly message: string; readonly code: unknown; readonly errcode: unknown }

/**
 * What a reader thread runs: the statements that it is asked, one after another, on a read-only connection of its own. The thread is started with the
 * text of this function, so that it needs no file of its own in a bundle: it refers to nothing outside of itself.
 */
export const runReader = () => {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads")
  // The types of what this process itself has sent.
  const { address, driver, path } = workerData as ReaderStart
  type Run = (params: ReadonlyArray<unknown>) => ReaderAnswer

  const openBuiltin = () => {
    // The types of Node.js 20 do not have it.
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite") as unknown as NodeSqlite
    const database = new DatabaseSync(address, { readOnly: true, timeout: 0, defensive: true })
    const prepare = (text: string): Run => {
      const statement = database.prepare(text)
      if (text.slice(statement.sourceSQL.length).trim() !== "") {
        throw new RangeError("The text holds more than one statement.")
      }
      return (params) => {
        const rows = statement.all(...params)
        // Rows are objects by column.
        return { names: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row as object)) }
      }
    }
    return { prepare, close: () => database.close() }
  }
  const openInstalled = () => {
    const require = process.getBuiltinModule("node:module").createRequire(path)
    const Database: typeof Sqlite = require(path)
    const database = new Database(address, { fileMustExist: true, readonly: true, timeout: 0 })
    const prepare = (text: string): Run => {
      const statement = database.prepare(text)
      if (!statement.reader) {
        return (params) => {
          statement.run(params)
          return { names: [], rows: [] }
        }
      }
      const names = statement.columns().map(({ name }) => name)
      // In raw mode, a row is an array.
      const all = statement.raw() as unknown as Sqlite.Statement<ReadonlyArray<unknown>, ReadonlyArray<unknown>>
      return (params) => ({ names, rows: all.all(params) })
    }
    return { prepare, close: () => database.close() }
  }

  let connection: ReturnType<typeof openBuiltin> | null = null
  const open = () => {
    const opened = driver === "node:sqlite" ? openBuiltin() : openInstalled()
    for (const setting of ["trusted_schema = OFF", "cell_size_check = ON"]) opened.prepare(`PRAGMA ${setting}`)([])
    return opened
  }
  const statements = new Map<string, Run>()
  const run = (text: string, params: ReadonlyArray<unknown>): ReaderAnswer => {
    connection ??= open()
    const known = statements.get(text)
    if (known !== undefined) return known(params)
    const statement = connection.prepare(text)
    if (statements.size >= 100) statements.clear()
    statements.set(text, statement)
    return statement(params)
  }
  const answer = ([text, params]: NonNullable<ReaderAsked>): ReaderAnswer => {
    try {
      return run(text, params)
    } catch (error) {
      // Whatever was thrown: an error loses its code when it is sent.
      const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown }
      return { message: String(message), code, errcode }
    }
  }
  parentPort?.on("message", (asked: ReaderAsked) => {
    if (asked !== null) {
      parentPort.postMessage(answer(asked))
      return
    }
    connection?.close()
    parentPort.close()
  })
}
