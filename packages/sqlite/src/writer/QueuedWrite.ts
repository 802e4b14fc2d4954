import type { StorageFailure, UnsealedEntry } from "@tollgate/core/storage"
import { type ActOwner, hasChanged, TransactionContext } from "@tollgate/sql/driver"
import { connectionOf, type Execute } from "../connection/SqliteConnection.js"
import type { AfterPart } from "./SharedTransaction.js"

/** The result of a queued write after its transaction has ended: why it was not stored, or null if it was. */
export type Outcome = StorageFailure | null

/** A queued write. */
abstract class QueuedWrite {
  /** When it was queued, in milliseconds of a monotonic clock. */
  readonly since: number
  outcome: Outcome | undefined
  #onSettled: (outcome: Outcome) => void = () => {}
  constructor(since: number) {
    this.since = since
  }
  /** Calls back when the result is known. */
  whenSettled(onSettled: (outcome: Outcome) => void) {
    if (this.outcome === undefined) this.#onSettled = onSettled
    else onSettled(this.outcome)
  }
  /** The audit entries to store with it. */
  get entries(): ReadonlyArray<UnsealedEntry> {
    return []
  }
  settle(outcome: Outcome) {
    this.outcome = outcome
    this.#onSettled(outcome)
  }
}

/** A single statement. SQLite rolls it back by itself if it fails. */
export class StatementWrite extends QueuedWrite {
  rows: ReadonlyArray<unknown> = []
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  /** The audit entry to store if it changes a row, or null. */
  readonly entry: UnsealedEntry | null
  constructor(since: number, text: string, params: ReadonlyArray<unknown>, entry: UnsealedEntry | null) {
    super(since)
    this.text = text
    this.params = params
    this.entry = entry
  }
  override get entries() {
    return this.entry !== null && hasChanged(this.text, this.rows) ? [this.entry] : []
  }
}

/** A function of several statements that run at once. */
export class ActWrite extends QueuedWrite {
  readonly act: (execute: Execute, epoch: object) => void
  /** Whose act it is. */
  readonly owner: ActOwner
  constructor(since: number, act: (execute: Execute, epoch: object) => void, owner: ActOwner) {
    super(since)
    this.act = act
    this.owner = owner
  }
}

/** A transaction whose own fiber runs its statements during its turn. */
export class TransactionWrite extends QueuedWrite {
  readonly context: TransactionContext
  /** How the transaction goes on after this turn; null until its end. */
  after: AfterPart | null = null
  /** Whether its statements were rolled back. */
  isUndone = false
  /** Whether `give` is running. The fiber's task then runs within it, and not in a later microtask. */
  isGiving = false
  /** Whether its body has ended by itself, without a failure of storage. */
  isRepeatable = false
  /** Whether its transaction was rolled back with it, so that its body runs again, in another turn. */
  mustRepeat = false
  /** Whether its body runs again. It does so once. */
  readonly isAgain: boolean
  /** Whether its turn may take longer than five seconds. */
  readonly isUnlimited: boolean
  give: () => void = () => {}
  stopLimit: () => void = () => {}
  constructor(since: number, execute: Execute, isUnlimited: boolean, isAgain: boolean) {
    super(since)
    this.isUnlimited = isUnlimited
    this.isAgain = isAgain
    this.context = new TransactionContext(
      connectionOf((text, params) => {
        if (this.after !== null) throw new Error("The transaction is over.")
        return execute(text, params)
      }),
      { collectsEntries: true }
    )
  }
  override get entries() {
    return this.isUndone ? [] : (this.context.entries ?? [])
  }
}
