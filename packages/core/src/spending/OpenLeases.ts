import type { HoldId } from "./HoldId.js"
import type { HoldRecord } from "./HoldRecord.js"

type Leased = Pick<HoldRecord, "id" | "lease_ends_at" | "state">

/** Ends without holds are removed from the order when they are as many as the others, and more than this. */
const FEW = 64

/** The open holds, by the end of their lease. */
export class OpenLeases {
  readonly #holds = new Map<number, Set<HoldId>>()
  /** The ends in ascending order. Some have no holds any more. */
  #ends: Array<number> = []

  /** Follows the change of a hold: undefined is no hold. */
  moved(before: Leased | undefined, after: Leased | undefined): void {
    const [isOpen, stays] = [after?.state === "open", before?.lease_ends_at === after?.lease_ends_at]
    if (before?.state === "open" && !(isOpen && stays)) this.#remove(before)
    if (after !== undefined && isOpen && !(before?.state === "open" && stays)) this.#add(after)
  }

  /** Holds in the order in which their leases end. */
  *inOrder(): Iterable<HoldId> {
    for (const end of this.#ends) {
      const holds = this.#holds.get(end)
      if (holds !== undefined) yield* holds
    }
  }

  /** Holds whose leases have ended, at most `most`, those first that ended first. */
  ended(now: number, most: number): ReadonlyArray<HoldId> {
    const found: Array<HoldId> = []
    for (const end of this.#ends) {
      if (end > now || found.length >= most) break
      for (const id of this.#holds.get(end) ?? []) if (found.length < most) found.push(id)
    }
    return found
  }

  #add({ id, lease_ends_at }: Leased): void {
    const holds = this.#holds.get(lease_ends_at)
    if (holds !== undefined) holds.add(id)
    else {
      this.#holds.set(lease_ends_at, new Set([id]))
      this.#insert(lease_ends_at)
    }
  }

  /** Most leases are as long as the one before, and end last. */
  #insert(end: number): void {
    let [low, high] = [0, this.#ends.length]
    if (high === 0 || end > (this.#ends[high - 1] ?? 0)) {
      this.#ends.push(end)
      return
    }
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ends[middle] ?? 0) < end) low = middle + 1
      else high = middle
    }
    if (this.#ends[low] !== end) this.#ends.splice(low, 0, end)
  }

  #remove({ id, lease_ends_at }: Leased): void {
    const holds = this.#holds.get(lease_ends_at)
    if (holds?.delete(id) !== true || holds.size > 0) return
    this.#holds.delete(lease_ends_at)
    if (this.#ends.length > 2 * this.#holds.size + FEW) this.#ends = this.#ends.filter((end) => this.#holds.has(end))
  }
}
