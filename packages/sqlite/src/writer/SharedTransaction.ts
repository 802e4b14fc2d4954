import type { StorageFailure } from "@tollgate/core/storage"
import { hasChanged, nothingStored, toStorageFailure } from "@tollgate/sql/driver"
import type { Execute, SqliteConnection } from "../connection/SqliteConnection.js"
import type { Timed } from "./WriteQueueOptions.js"

const savepoint = "tollgate_act"

const isRead = (text: string) => /^\s*SELECT\b/i.test(text)

/**
 * The state of the transaction after a part: still open, rolled back with that part, the only one that has written, or rolled back with
 * others, so that all its parts run again. A failure means that the whole transaction is lost.
 */
export type AfterPart = "open" | "rolled_back" | "again" | StorageFailure

/**
 * The transaction of the writer's connection. Several queued writes share it as its parts, one after another. A part that is undone takes the
 * others with it, which then run again: few are undone after they have changed something, and a savepoint before the first write of each, for
 * which SQLite copies every page that the part changes, takes longer than a statement. Only where a part of the transaction cannot run again has
 * each later one a savepoint.
 */
export class SharedTransaction {
  #isWritten = false
  /** Whether parts that ran have left writes. */
  #isLeft = false
  /** Whether a part of the transaction cannot run again. */
  #isFixed = false
  /** Why SQLite has rolled back the transaction by itself. */
  #lost: unknown
  #part: "unwritten" | "first" | "shared" | "later" = "unwritten"
  readonly #connection: SqliteConnection
  readonly #timed: Timed
  constructor(connection: SqliteConnection, timed: Timed = (commit) => commit()) {
    this.#connection = connection
    this.#timed = timed
  }

  /** Rolls back what an earlier transaction left open. Throws SQLite's error. */
  clear(): void {
    if (this.#connection.inTransaction()) this.#connection.execute("ROLLBACK")
  }

  /** Takes the write lock. Throws SQLite's error, such as `SQLITE_BUSY` while another process has it. */
  begin(): void {
    this.#connection.execute("BEGIN IMMEDIATE")
    this.#isWritten = false
    this.#isLeft = false
    this.#isFixed = false
    this.#lost = undefined
  }

  /** Runs a statement as a transaction by itself. Throws SQLite's error. */
  alone(text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    return this.#timed(() => this.#connection.execute(text, params))
  }

  /** Runs a part that is one statement: if it fails, SQLite undoes it. Throws SQLite's error. */
  single(text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    const rows = this.#connection.execute(text, params)
    this.#isWritten = true
    return rows
  }

  /** Notes that the part that ended has left writes to a later one: it must not be undone with a part between them. */
  leaveWrites(): void {
    this.#isLeft = true
  }

  /** Begins the part that makes the writes that were left. */
  beginLeft(): void {
    this.#isLeft = false
    this.beginPart(false)
  }

  /** Begins a part of several statements, which may run again or not. */
  beginPart(mayRepeat: boolean): void {
    this.#part = "unwritten"
    this.#isFixed ||= !mayRepeat
  }

  /** Runs a statement of the open part. Throws SQLite's error. */
  execute(text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    return this.#kept(this.#connection.execute, text, params)
  }

  /** The same, but integers are read as bigints. */
  executeExact(text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    return this.#kept(this.#connection.executeExact, text, params)
  }

  #kept(execute: Execute, text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    try {
      return this.#run(execute, text, params)
    } catch (cause) {
      if (!this.#connection.inTransaction()) this.#lost ??= cause
      throw cause
    }
  }

  #rolledBack(): Error {
    return new Error("SQLite has rolled back the transaction.", { cause: this.#lost })
  }

  #run(execute: Execute, text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    // It would be stored alone.
    if (!this.#connection.inTransaction()) throw this.#rolledBack()
    if (this.#part !== "unwritten" || isRead(text)) return execute(text, params)
    const isLater = this.#isWritten || this.#isLeft
    if (isLater && this.#isFixed) {
      this.#connection.execute(`SAVEPOINT ${savepoint}`)
      this.#part = "later"
    }
    // If it fails, SQLite undoes it.
    const rows = execute(text, params)
    if (this.#part === "unwritten" && hasChanged(text, rows)) this.#part = isLater ? "shared" : "first"
    return rows
  }

  /** Ends the open part: keeps or undoes what it has written. */
  endPart(isUndone: boolean): AfterPart {
    try {
      if (!this.#connection.inTransaction()) return nothingStored(this.#rolledBack())
      return this.#end(isUndone)
    } catch (cause) {
      return nothingStored(cause)
    }
  }

  #end(isUndone: boolean): AfterPart {
    if (this.#part === "first") {
      if (isUndone) {
        this.clear()
        return "rolled_back"
      }
      this.#isWritten = true
    }
    if (this.#part === "shared" && isUndone) {
      this.clear()
      return "again"
    }
    if (this.#part === "later") {
      this.#isWritten ||= !isUndone
      if (isUndone) this.#connection.execute(`ROLLBACK TO SAVEPOINT ${savepoint}`)
      this.#connection.execute(`RELEASE SAVEPOINT ${savepoint}`)
    }
    return "open"
  }

  /** Commits. Returns why the outcome is a failure or unknown, or null. */
  commit(): StorageFailure | null {
    try {
      this.#timed(() => this.#connection.execute("COMMIT"))
      return null
    } catch (cause) {
      return toStorageFailure(cause)
    }
  }

  /** Rolls back. If that fails, `clear` does it before the next transaction, which fails until then. */
  rollback(): void {
    try {
      this.clear()
    } catch {
      // The failure that led here is reported.
    }
  }
}
