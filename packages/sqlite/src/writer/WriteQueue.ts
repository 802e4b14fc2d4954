import type { StorageFailure, UnsealedEntry } from "@tollgate/core/storage"
import { type ActOwner, nothingStored, transactionTimeout } from "@tollgate/sql/driver"
import type { Execute, SqliteConnection } from "../connection/SqliteConnection.js"
import { ActParts } from "./ActParts.js"
import { ask } from "./ask.js"
import { Epochs } from "./Epochs.js"
import { endAll, endHeldUp, type Write } from "./endHeldUp.js"
import { ActWrite, StatementWrite, TransactionWrite } from "./QueuedWrite.js"
import { type AfterPart, SharedTransaction } from "./SharedTransaction.js"
import { sealEntries } from "./sealEntries.js"
import type { WriteQueueOptions } from "./WriteQueueOptions.js"

/** A transaction takes at most this many queued writes, and none after this time. */
const MAX_PARTS = 64
const MAX_GROUP_MS = 5
const ACTS_PER_LOOK = 8
const MAX_PAUSE_MS = 20

/**
 * Runs all writes on one connection, in the order in which they were queued. Writes that wait when a transaction begins, or arrive
 * while it is open, join it, so one COMMIT stores them all; it waits for no others. The event loop turns between two transactions.
 * A transaction that runs again is queued anew, behind those that wait.
 */
export class WriteQueue {
  // Replaced when it is empty: the old table of a set that is filled and emptied refers to its next one, and so to writes that are over.
  #waiting = new Set<Write>()
  #parts: Array<Write> = []
  #isBusy = false
  #isClosed = false
  /** How many transactions are to run again, and are not queued again yet. */
  #returning = 0
  #began = 0
  readonly #epochs: Epochs
  readonly #acts: ActParts
  #whenIdle: () => void = () => {}
  readonly #connection: SqliteConnection
  readonly #transaction: SharedTransaction
  readonly #options: WriteQueueOptions
  constructor(connection: SqliteConnection, options: WriteQueueOptions) {
    this.#connection = connection
    this.#transaction = new SharedTransaction(connection, options.timed)
    this.#epochs = new Epochs(connection)
    this.#acts = new ActParts(this.#transaction, this.#epochs)
    this.#options = options
  }

  /** Returns how many writes wait. */
  readonly length = (): number => this.#waiting.size

  /** Queues a statement, with the audit entry that is stored if it changes a row. */
  single(text: string, params: ReadonlyArray<unknown>, entry: UnsealedEntry | null = null): StatementWrite {
    return this.#enter(new StatementWrite(this.#options.now(), text, params, entry))
  }

  /** Queues a function of several statements, which are kept or undone together. */
  act(act: (execute: Execute, epoch: object) => void, owner: ActOwner): ActWrite {
    return this.#enter(new ActWrite(this.#options.now(), act, owner))
  }

  /** Queues a transaction, or one that runs again. `give` is called at its turn, which `end` ends. */
  turn(isUnlimited = false, isAgain = false): TransactionWrite {
    if (isAgain) this.#returning--
    return this.#enter(
      new TransactionWrite(
        this.#options.now(),
        (text, params = []) => this.#transaction.execute(text, params),
        isUnlimited,
        isAgain
      ),
      isAgain
    )
  }

  /** Removes a write that is still waiting. Returns whether it was. */
  leave(part: Write): boolean {
    return this.#waiting.delete(part)
  }

  /** Ends a turn. Its statements are kept or rolled back. Its body can run again if it has given an answer. */
  end(turn: TransactionWrite, isFailed: boolean, isAnswered = false): void {
    // A turn that was interrupted before it began is not part of the open transaction.
    if (turn.after !== null || turn.outcome !== undefined) return
    turn.stopLimit()
    turn.context.end()
    turn.isUndone = isFailed || turn.context.failure !== null
    turn.isRepeatable = isAnswered && turn.context.failure === null
    const after = this.#transaction.endPart(turn.isUndone)
    // If SQLite has rolled back by itself, the failed statement says why.
    turn.after = typeof after === "string" ? after : (turn.context.failure ?? after)
    // While it is given, `#proceed` is running.
    if (!turn.isGiving) this.#proceed(turn.after)
  }

  /** Rejects new writes, and calls back when the queued ones are done. */
  close(whenIdle: () => void): void {
    this.#isClosed = true
    if (this.#isBusy || this.#waiting.size > 0 || this.#returning > 0) this.#whenIdle = whenIdle
    else whenIdle()
  }

  #enter<P extends Write>(part: P, isAgain = false): P {
    if (this.#isClosed && !isAgain) part.settle(nothingStored(new Error("The database is closed.")))
    else {
      this.#waiting.add(part)
      if (!this.#isBusy) this.#turnEventLoop()
    }
    return part
  }

  #turnEventLoop(): void {
    this.#isBusy = true
    setImmediate(() => this.#begin(1))
  }

  #rest(): void {
    this.#isBusy = false
    if (this.#waiting.size > 0) this.#turnEventLoop()
    else {
      this.#waiting = new Set()
      if (this.#returning === 0) this.#whenIdle()
    }
  }

  /** Retries for the lock on behalf of all queued writes, each until its own timeout. */
  #begin(pause: number): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#rest()
      return
    }
    const refused = ask(this.#options.refused)
    if (refused !== null) {
      endAll(this.#waiting, refused)
      this.#rest()
      return
    }
    // A single statement is a transaction by itself.
    const alone = this.#waiting.size === 1 && first instanceof StatementWrite && first.entry === null ? first : null
    try {
      this.#transaction.clear()
      if (alone === null) {
        this.#transaction.begin()
        this.#epochs.begin()
      } else {
        this.#epochs.end()
        alone.rows = this.#transaction.alone(alone.text, alone.params)
      }
    } catch (cause) {
      this.#heldUp(cause, pause)
      return
    }
    if (alone === null) {
      this.#began = this.#options.now()
      this.#proceed("open")
      return
    }
    this.#waiting.delete(alone)
    alone.settle(ask(this.#options.committed))
    this.#rest()
  }

  #heldUp(cause: unknown, pause: number): void {
    endHeldUp(this.#waiting, cause, this.#options.now())
    if (this.#waiting.size === 0) this.#rest()
    else setTimeout(() => this.#begin(Math.min(2 * pause, MAX_PAUSE_MS)), pause)
  }

  /** Runs the waiting writes, until the body of one suspends, and ends the transaction. */
  #proceed(after: AfterPart): void {
    if (after !== "open") {
      this.#finish(after)
      return
    }
    for (const part of this.#waiting) {
      if (this.#parts.length === MAX_PARTS) break
      if (this.#isLong(part)) break
      const written = this.#acts.writeBefore(part instanceof ActWrite ? part.owner : null)
      if (written !== "open") {
        this.#finish(written)
        return
      }
      this.#waiting.delete(part)
      const after = this.#perform(part)
      if (after === "open") continue
      if (after !== null) this.#finish(after)
      return
    }
    this.#finish(this.#acts.write())
  }

  /** Acts take microseconds, and the clock is not free: it is looked at before some of them. */
  #isLong(next: Write): boolean {
    const done = this.#parts.length
    if (done === 0 || (next instanceof ActWrite && done % ACTS_PER_LOOK > 0)) return false
    return this.#options.now() - this.#began > MAX_GROUP_MS
  }

  #perform(part: Write): AfterPart | null {
    if (part instanceof TransactionWrite) return this.#give(part)
    if (part instanceof StatementWrite) return this.#run(part)
    this.#parts.push(part)
    return this.#acts.run(part)
  }

  #run(part: StatementWrite): AfterPart {
    this.#epochs.end()
    try {
      part.rows = this.#transaction.single(part.text, part.params)
    } catch (cause) {
      const failure = nothingStored(cause)
      if (this.#connection.inTransaction()) {
        part.settle(failure)
        return "open"
      }
      this.#parts.push(part)
      return failure
    }
    this.#parts.push(part)
    return "open"
  }

  /** Runs the body of a transaction, to its end if it does not suspend. Returns null if it does. */
  #give(turn: TransactionWrite): AfterPart | null {
    const since = this.#options.now()
    this.#epochs.end()
    this.#parts.push(turn)
    this.#transaction.beginPart(!turn.isAgain)
    turn.isGiving = true
    turn.give()
    turn.isGiving = false
    if (turn.after !== null) return turn.after
    if (turn.isUnlimited) return null
    const expire = (tooLong: StorageFailure) => {
      turn.context.expire(tooLong)
      this.end(turn, true)
    }
    turn.stopLimit = transactionTimeout(this.#options.now, expire, since)
    return null
  }

  /** Runs the parts of a transaction again that was rolled back with one of them. */
  #repeat(parts: ReadonlyArray<Write>): void {
    this.#acts.end(false)
    this.#epochs.end()
    this.#waiting = new Set([...parts.filter((part) => part instanceof StatementWrite), ...this.#waiting])
    for (const part of parts) {
      if (!(part instanceof TransactionWrite)) continue
      part.mustRepeat = part.isRepeatable
      if (part.mustRepeat) this.#returning++
      part.settle(null)
    }
    this.#rest()
  }

  #finish(after: AfterPart): void {
    const parts = this.#parts
    this.#parts = []
    if (after === "again") {
      this.#repeat(parts)
      return
    }
    let outcome = after === "rolled_back" ? null : after === "open" ? sealEntries(this.#connection, parts) : after
    if (after === "open") outcome ??= this.#transaction.commit()
    if (after === "open") outcome ??= ask(this.#options.committed)
    this.#acts.end(outcome === null && after === "open")
    if (outcome !== null) {
      this.#epochs.end()
      this.#transaction.rollback()
    }
    // An act that has failed was told.
    for (const part of parts) if (part.outcome === undefined) part.settle(outcome)
    this.#rest()
  }
}
