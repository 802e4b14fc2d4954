/** How a file is opened. */
export interface OpenOptions {
  readonly readonly: boolean
  /**
   * How long SQLite itself waits for a lock of another process, in milliseconds. Waiting blocks the event loop.
   * @default 0
   */
  readonly timeout?: number
}

/** Called with the copied share of a database, from 0 to 1. */
export type OnCopied = (done: number) => void

/** Runs a prepared statement to its end and returns its rows. Throws an error whose `code` is SQLite's (`SQLITE_BUSY`). */
export type PreparedStatement = (params: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

/**
 * A connection as the drivers provide it, with the same behaviour:
 *
 * - A bigint is bound as an INTEGER, a number as a REAL. An integer that a number cannot hold is an error, not another number.
 * - A BLOB is read as a `Uint8Array`.
 * - An error of SQLite has its extended result code by name as `code`.
 * - A text of more than one statement is refused.
 */
export interface DriverConnection {
  readonly prepare: (text: string) => PreparedStatement
  /** The same for a statement whose integers are all read as bigints. */
  readonly prepareExact: (text: string) => PreparedStatement
  /** Changes when another connection has committed. Throws SQLite's error. */
  readonly dataVersion: () => number
  /** False once the connection is closed. */
  readonly inTransaction: () => boolean
  /** Copies the database to an existing file. An exception of `onCopied` stops the copy. */
  readonly backup: (copy: string, onCopied: OnCopied) => Promise<void>
  /** Closing twice is allowed. */
  readonly close: () => void
}

/** A library that opens SQLite files. A file that does not exist is never created. */
export interface SqliteDriver {
  readonly name: "node:sqlite" | "better-sqlite3"
  /** What another thread requires to load the library. */
  readonly path: string
  /** How the library names a file that is opened. */
  readonly addressOf: (file: string, options: OpenOptions) => string
  readonly open: (file: string, options: OpenOptions) => DriverConnection
}

/** How many pages are copied between two calls of `onCopied`. */
export const PAGES_PER_STEP = 256
