import type { ActOwner } from "@tollgate/sql/driver"
import type { ActWrite } from "./QueuedWrite.js"

/** Acts of one owner in the open transaction that have left their writes to it. */
export class UnwrittenActs {
  #owner: ActOwner | null = null
  #acts: Array<ActWrite> = []
  /** Whose acts have run in the transaction. */
  readonly #owners = new Set<ActOwner>()

  add(act: ActWrite): void {
    this.#owner = act.owner
    this.#acts.push(act)
    this.#owners.add(act.owner)
  }

  /** Whether a write may join the transaction before these acts are written: an act of their owner judges what they have left. */
  admits(owner: ActOwner | null): boolean {
    return this.#owner === null || this.#owner === owner
  }

  /** The owner that is to write, and its acts; null if nothing was left. There are none afterwards. */
  take(): { readonly owner: ActOwner; readonly acts: ReadonlyArray<ActWrite> } | null {
    const [owner, acts] = [this.#owner, this.#acts]
    if (owner === null) return null
    this.#owner = null
    this.#acts = []
    return { owner, acts }
  }

  /** Ends the transaction. */
  end(isStored: boolean): void {
    this.take()
    if (isStored) for (const owner of this.#owners) owner.stored()
    this.#owners.clear()
  }
}
