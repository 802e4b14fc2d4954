import type { Stats } from "node:fs"
import * as Predicate from "effect/Predicate"
import { type FileLoss, FileLost } from "./FileLost.js"
import { firstValue } from "./firstValue.js"
import type { SqliteConnection } from "./SqliteConnection.js"
import { statOf } from "./statOf.js"
import { committedPages } from "./WriteAheadLog.js"

const isSame = (one: Stats, other: Stats) => one.ino === other.ino && one.dev === other.dev

const firstNumber = (rows: ReadonlyArray<unknown>): number => {
  const value = firstValue(rows)
  return Predicate.isNumber(value) ? value : 0
}

/** Bytes before a log's first frame, and before each frame's page (SQLite's file format, section 4.1). */
const LOG_HEADER = 32
const FRAME_HEADER = 24

type Connection = Pick<SqliteConnection, "execute" | "inTransaction">

/** Whether the path of a database still leads to the file that a connection has open. */
export class OpenedFile {
  readonly file: string
  readonly #connection: Connection
  readonly #database: Stats | undefined
  readonly #log: Stats | undefined
  readonly #index: Stats | undefined
  #size: number
  #logSize = 0
  #lost: FileLost | null = null

  /** To be made once the connection has read from the file, so that its log is there too. */
  constructor(file: string, connection: Connection) {
    this.file = file
    this.#connection = connection
    this.#database = statOf(file)
    this.#log = statOf(`${file}-wal`)
    this.#index = statOf(`${file}-shm`)
    this.#size = this.#database?.size ?? 0
  }

  /**
   * Looks, which takes three questions to the system; null while all is well. A file that was lost once stays so, even if
   * it is put back: meanwhile others may have written to what was in its place.
   */
  lost(): FileLost | null {
    if (this.#lost !== null) return this.#lost
    try {
      const loss = this.#look()
      if (loss !== null) this.#lost = new FileLost({ file: this.file, loss })
      return this.#lost
    } catch (cause) {
      return new FileLost({ file: this.file, loss: "unreachable", cause })
    }
  }

  #look(): FileLoss | null {
    const database = statOf(this.file)
    if (database === undefined || this.#database === undefined) return "deleted"
    if (!isSame(database, this.#database)) return "replaced"
    // Nobody who keeps to SQLite's rules takes the log or its index away from an open database.
    for (const [path, known] of [
      [`${this.file}-wal`, this.#log],
      [`${this.file}-shm`, this.#index]
    ] as const) {
      const found = statOf(path)
      if (known === undefined) continue
      if (found === undefined) return "log_deleted"
      if (!isSame(found, known)) return "log_replaced"
    }
    const log = this.#sizeOfLog()
    if (log < this.#logSize && !this.#isWholeLog()) return "log_truncated"
    this.#logSize = log
    if (database.size < this.#size) return this.#judgeShrunk()
    this.#size = database.size
    return null
  }

  /** A log shrinks when it has been written back. What it still has to hold, SQLite knows without looking at it. */
  #isWholeLog(): boolean {
    if (this.#connection.inTransaction()) return true
    const pageSize = firstNumber(this.#connection.execute("PRAGMA page_size"))
    // Others may write it back and fill it again between one look and the next.
    for (let look = 0; look < 3; look++) {
      const [state] = this.#connection.execute("PRAGMA wal_checkpoint(NOOP)")
      const frames = Predicate.hasProperty(state, "log") && Predicate.isNumber(state.log) ? state.log : 0
      if (frames <= 0 || this.#sizeOfLog() >= LOG_HEADER + frames * (FRAME_HEADER + pageSize)) return true
    }
    return false
  }

  #sizeOfLog(): number {
    return statOf(`${this.file}-wal`)?.size ?? 0
  }

  /** A file shrinks when somebody has it vacuumed. Otherwise a part of it is gone, unless the log has that. */
  #judgeShrunk(): FileLoss | null {
    // Within a transaction the count is not what was committed: then it is judged the next time.
    if (this.#connection.inTransaction()) return null
    try {
      const pageSize = firstNumber(this.#connection.execute("PRAGMA page_size"))
      const pages = firstNumber(this.#connection.execute("PRAGMA page_count"))
      const size = statOf(this.file)?.size ?? 0
      const held = committedPages(`${this.file}-wal`)?.held
      if (pages === 0 || size < pageSize) return "truncated"
      for (let page = Math.floor(size / pageSize) + 1; page <= pages; page++) {
        if (held?.has(page) !== true) return "truncated"
      }
      this.#size = size
      return null
    } catch {
      return "truncated"
    }
  }
}
