import type { Stats } from "node:fs"
import { dirname } from "node:path"
import * as Predicate from "effect/Predicate"
import { firstValue } from "../connection/firstValue.js"
import type { SqliteConnection } from "../connection/SqliteConnection.js"
import { statOf } from "../file/statOf.js"
import { readLog } from "../file/WriteAheadLog.js"
import { type FileLoss, FileLost } from "./FileLost.js"
import { FRAME_HEADER, LOG_HEADER, type OpenedLog } from "./openLog.js"

const isSame = (one: Stats, other: Stats) => one.ino === other.ino && one.dev === other.dev

const firstNumber = (rows: ReadonlyArray<unknown>): number => {
  const value = firstValue(rows)
  return Predicate.isNumber(value) ? value : 0
}

/** At most so many new frames are looked at in one check: a checkpoint is due after as many. */
const MAX_FRAMES = 1_000

/** How often a log is looked at that others change meanwhile. */
const MAX_CHECKS = 100

/** File systems note times in steps of some milliseconds: a folder that changed less than this ago can change again unseen. */
const SETTLED_MILLIS = 1_000

type Connection = Pick<SqliteConnection, "execute" | "inTransaction">

/** Detects that the path of a database no longer leads to the file that a connection has open. */
export class OpenedFile {
  readonly file: string
  readonly #connection: Connection
  readonly #database: Stats | undefined
  readonly #log: Stats | undefined
  readonly #openedLog: OpenedLog | null
  /** The state of the folder when all files in it were in place; null if unknown. */
  #folder: Stats | null = null
  readonly #index: Stats | undefined
  readonly #pageSize: number
  #size: number
  #logSize = 0
  #isWritten = false
  /** Whether the log has started again at its beginning: commits overwrite what it has, and do not make it longer. */
  #isOverwritten = false
  #isMarked = false
  /** Whether there was a write before which nothing was compared: if the log was cut then, the write has left a hole in it. */
  #isUnchecked = false
  #lost: FileLost | null = null

  /**
   * Create this after the connection has read from the file, so that its log exists.
   *
   * @param openedLog The log through a descriptor, where a `stat` of it before each commit is to be saved.
   */
  constructor(file: string, connection: Connection, openedLog: OpenedLog | null = null) {
    this.file = file
    this.#connection = connection
    this.#openedLog = openedLog
    this.#database = statOf(file)
    this.#log = statOf(`${file}-wal`)
    this.#index = statOf(`${file}-shm`)
    this.#size = this.#database?.size ?? 0
    this.#pageSize = firstNumber(connection.execute("PRAGMA page_size"))
  }

  /** The loss that was found last, without another check; null if there is none. */
  get known(): FileLost | null {
    return this.#lost
  }

  /** The size of the log, in bytes: that at the last check if it cannot be looked at. */
  get logSize(): number {
    try {
      return statOf(`${this.file}-wal`)?.size ?? 0
    } catch {
      return this.#logSize
    }
  }

  /** Call this before a write that no check precedes: the next check looks for what it hides. */
  unchecked(): void {
    this.#isUnchecked = true
  }

  /** Call this after each commit: the log has grown, or starts again from its beginning. */
  written(): void {
    this.#isWritten = true
    if (!this.#isOverwritten) return
    // It may have started again once more.
    this.#isMarked = false
    try {
      // Looked at now, its length says whether this commit has made it longer, so the next check need not ask SQLite.
      const isAsLong = this.#openedLog?.isAsLong(this.#logSize) === true
      this.#isWritten = !isAsLong && statOf(`${this.file}-wal`)?.size !== this.#logSize
    } catch {
      // The next check finds why.
    }
  }

  /** Whether the log has its mark, as far as its length tells: a log that has grown has not started again. */
  get isMarked(): boolean {
    return this.#isMarked
  }

  /** Call this when the log has been marked. */
  marked(): void {
    this.#isMarked = true
  }

  /**
   * Checks path, log and index, and notes the state of their folder: until that changes, `lost` assumes that log and index
   * are in place. Call this from time to time.
   */
  lostOnWholeCheck(): FileLost | null {
    this.#folder = null
    const folder = this.#settledFolder()
    const lost = this.lost()
    if (lost === null) this.#folder = folder
    return lost
  }

  /** The state of the folder, unless it changed only now. */
  #settledFolder(): Stats | null {
    try {
      const now = Date.now() // the system's, as the times of files are
      const folder = statOf(dirname(this.file))
      return folder !== undefined && now - folder.ctimeMs > SETTLED_MILLIS ? folder : null
    } catch {
      return null // `lost` then checks everything, and says if the file cannot be reached
    }
  }

  /**
   * Checks path, log and index (3 system calls); null if all are in place. A loss is final, even if the file is put back:
   * others may have written to the file that was in its place.
   */
  lost(): FileLost | null {
    if (this.#lost !== null) return this.#lost
    try {
      const loss = this.#check()
      if (loss !== null) this.#lost = new FileLost({ file: this.file, loss })
      return this.#lost
    } catch (cause) {
      return new FileLost({ file: this.file, loss: "unreachable", cause })
    }
  }

  #check(): FileLoss | null {
    const isFolderKept = this.#isFolderAsItWas()
    const database = statOf(this.file)
    if (database === undefined || this.#database === undefined) return "deleted"
    if (!isSame(database, this.#database)) return "replaced"
    const isLogKept = isFolderKept && this.#isOverwritten && this.#openedLog?.isAsLong(this.#logSize) === true
    // No program that follows SQLite's rules removes the log or its index while the database is open.
    const log = isLogKept ? this.#log : statOf(`${this.file}-wal`)
    const index = isFolderKept ? this.#index : statOf(`${this.file}-shm`)
    for (const [found, known] of [
      [log, this.#log],
      [index, this.#index]
    ]) {
      if (known === undefined) continue
      if (found === undefined) return "log_deleted"
      if (!isSame(found, known)) return "log_replaced"
    }
    // Within a transaction neither length is that of what was committed: the next check compares them.
    if (this.#connection.inTransaction()) {
      this.#isUnchecked = true
      return null
    }
    return this.#checkLog(isLogKept ? this.#logSize : (log?.size ?? 0)) ?? this.#checkSize(database.size)
  }

  /** Whether no file of the folder was created, deleted or moved since its state was noted. */
  #isFolderAsItWas(): boolean {
    if (this.#folder === null) return false
    const folder = statOf(dirname(this.file))
    if (folder !== undefined && isSame(folder, this.#folder) && folder.ctimeMs === this.#folder.ctimeMs) return true
    this.#folder = null
    return false
  }

  /** A log is shorter after a checkpoint, and as long as before if it started again. SQLite knows how long it has to be. */
  #checkLog(size: number): FileLoss | null {
    const isShorter = size < this.#logSize || (this.#isWritten && size === this.#logSize)
    const isDoubtful = isShorter || (this.#isUnchecked && size > this.#logSize && this.#hasHole(size))
    if (isDoubtful && !this.#isWholeLog()) return "log_truncated"
    this.#isUnchecked = false
    if (isShorter || size === 0) this.#isMarked = false
    this.#isOverwritten = size === this.#logSize && (this.#isWritten || this.#isOverwritten)
    this.#isWritten = false
    this.#logSize = size
    return null
  }

  /** Whether one of the frames since the last check, or the one before them, is missing. Others may only have begun one of them. */
  #hasHole(size: number): boolean {
    const frames = (bytes: number) => Math.floor(Math.max(bytes - LOG_HEADER, 0) / (FRAME_HEADER + this.#pageSize))
    const from = Math.max(frames(this.#logSize) - 1, 0)
    return this.#openedLog?.hasFrames(this.#pageSize, from, Math.min(frames(size), from + MAX_FRAMES)) === false
  }

  #isWholeLog(): boolean {
    if (this.#hasAllFrames(this.#countFrames())) return true
    for (let look = 0; look < MAX_CHECKS; look++) {
      const version = firstNumber(this.#connection.execute("PRAGMA data_version"))
      const frames = this.#countFrames()
      if (this.#hasAllFrames(frames)) return true
      // Others may checkpoint the log and fill it again meanwhile. Both numbers are the same only if none did.
      const isSame = this.#countFrames() === frames
      if (isSame && firstNumber(this.#connection.execute("PRAGMA data_version")) === version) return false
    }
    return true
  }

  #countFrames(): number {
    const [state] = this.#connection.execute("PRAGMA wal_checkpoint(NOOP)")
    return Predicate.hasProperty(state, "log") && Predicate.isNumber(state.log) ? state.log : 0
  }

  #hasAllFrames(frames: number): boolean {
    if (frames <= 0) return true
    const found = statOf(`${this.file}-wal`)?.size ?? 0
    if (found < LOG_HEADER + frames * (FRAME_HEADER + this.#pageSize)) return false
    return this.#openedLog?.hasFrames(this.#pageSize, 0, frames) !== false
  }

  #checkSize(size: number): FileLoss | null {
    if (size < this.#size) return this.#checkShrunk()
    this.#size = size
    return null
  }

  /** A file shrinks when another program vacuums it. Otherwise a part of it is missing, unless the log has that part. */
  #checkShrunk(): FileLoss | null {
    try {
      const pages = firstNumber(this.#connection.execute("PRAGMA page_count"))
      const size = statOf(this.file)?.size ?? 0
      const held = readLog(`${this.file}-wal`)?.held
      if (pages === 0 || size < this.#pageSize) return "truncated"
      for (let page = Math.floor(size / this.#pageSize) + 1; page <= pages; page++) {
        if (held?.has(page) !== true) return "truncated"
      }
      this.#size = size
      return null
    } catch {
      return "truncated"
    }
  }
}
