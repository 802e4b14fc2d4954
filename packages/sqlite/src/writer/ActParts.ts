import { type ActOwner, nothingStored } from "@tollgate/sql/driver"
import type { Execute } from "../connection/SqliteConnection.js"
import type { Epochs } from "./Epochs.js"
import type { ActWrite } from "./QueuedWrite.js"
import type { AfterPart, SharedTransaction } from "./SharedTransaction.js"

/**
 * The acts of the open transaction. An act can leave writes to its owner, which makes those of several acts together: they are one
 * part of the transaction, before anything else happens in it.
 */
export class ActParts {
  /** The owner whose writes are left, and their acts. */
  #owner: ActOwner | null = null
  #left: Array<ActWrite> = []
  /** Whose acts have run in the transaction. */
  #owners = new Set<ActOwner>()
  readonly #transaction: SharedTransaction
  readonly #epochs: Epochs
  readonly #execute: Execute = (text, params = []) => this.#transaction.executeExact(text, params)
  constructor(transaction: SharedTransaction, epochs: Epochs) {
    this.#transaction = transaction
    this.#epochs = epochs
  }

  /** Runs an act. If it throws, it fails, and the acts before it are kept. */
  run(act: ActWrite): AfterPart {
    this.#transaction.beginPart(false)
    try {
      act.act(this.#execute, this.#epochs.of(act.owner))
    } catch (cause) {
      const failure = nothingStored(cause)
      act.settle(failure)
      const undone = this.#transaction.endPart(true)
      const after = undone === "open" ? this.write() : undone
      this.#epochs.end()
      return typeof after === "string" ? after : failure
    }
    this.#owner = act.owner
    this.#left.push(act)
    this.#owners.add(act.owner)
    const after = this.#transaction.endPart(false)
    this.#transaction.leaveWrites()
    return after
  }

  /** Makes the writes that are left, unless the next part is an act of their owner: it judges what they will be. */
  writeBefore(next: ActOwner | null): AfterPart {
    return this.#owner === null || this.#owner === next ? "open" : this.write()
  }

  /** Makes the writes that are left. If one fails, none is kept, and each of their acts runs again alone: those that throw again fail. */
  write(): AfterPart {
    const [owner, acts] = [this.#owner, this.#left]
    if (owner === null) return "open"
    this.#owner = null
    this.#left = []
    this.#transaction.beginLeft()
    try {
      owner.write(this.#execute)
      return this.#transaction.endPart(false)
    } catch (cause) {
      this.#epochs.end()
      const undone = this.#transaction.endPart(true)
      if (acts.length > 1 && typeof undone === "string") return this.#runApart(acts, undone)
      const failure = nothingStored(cause)
      for (const act of acts) act.settle(failure)
      return typeof undone === "string" ? undone : failure
    }
  }

  #runApart(acts: ReadonlyArray<ActWrite>, undone: AfterPart): AfterPart {
    let after = undone
    for (const act of acts) {
      if (typeof after !== "string") act.settle(after)
      else after = this.#runAlone(act, after === "rolled_back")
    }
    return after
  }

  /** Runs an act, and makes its writes: in a new transaction if that was rolled back. */
  #runAlone(act: ActWrite, isOver: boolean): AfterPart {
    try {
      if (isOver) this.#transaction.begin()
      this.#transaction.beginPart(false)
      act.act(this.#execute, this.#epochs.of(act.owner))
      act.owner.write(this.#execute)
      return this.#transaction.endPart(false)
    } catch (cause) {
      this.#epochs.end()
      const failure = nothingStored(cause)
      act.settle(failure)
      const after = this.#transaction.endPart(true)
      return typeof after === "string" ? after : failure
    }
  }

  /** Ends the transaction. */
  end(isStored: boolean): void {
    this.#owner = null
    this.#left = []
    if (isStored) for (const owner of this.#owners) owner.stored()
    this.#owners = new Set()
  }
}
