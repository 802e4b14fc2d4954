import type { HoldId } from "../model/HoldId.js"
import type { HoldRecord } from "../model/HoldRecord.js"

type Leased = Pick<HoldRecord, "id" | "lease_ends_at" | "state">

/** Ends without holds are removed from the order when they are as many as the others, and more than this. */
const MIN_EMPTY_ENDS = 64

const none: ReadonlyArray<never> = []

/** The open holds, by the end of their lease. */
export class OpenLeases {
  readonly #holds = new Map<number, Set<HoldId>>()
  /** The ends in ascending order. Some have no holds any more. */
  #ends: Array<number> = []
  /** No end before this place has holds: the leases that were granted first are usually over first. */
  #first = 0

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

  /** Up to `limit` holds whose leases have ended, the earliest end first. */
  ended(now: number, limit: number): ReadonlyArray<HoldId> {
    const found: Array<HoldId> = []
    for (const end of this.#ends) {
      if (end > now || found.length >= limit) break
      for (const id of this.#holds.get(end) ?? []) if (found.length < limit) found.push(id)
    }
    return found
  }

  /**
   * The earliest end of a hold that is wanted, from an instant on. If none of the first `limit` holds and ends is, the end of the last of
   * these; null if there are no more.
   */
  firstEnd(from: number, limit: number, isWanted: (id: HoldId) => boolean): number | null {
    let looked = 0
    for (let at = Math.max(this.#skip(), this.#placeOf(from)); at < this.#ends.length; at++) {
      const end = this.#endAt(at)
      for (const id of this.#holds.get(end) ?? none) if (isWanted(id) || ++looked >= limit) return end
      // An end without holds.
      if (!this.#holds.has(end) && ++looked >= limit) return end
    }
    return null
  }

  #endAt(place: number): number {
    const end = this.#ends[place]
    if (end === undefined) throw new Error("There is no lease end at this place.")
    return end
  }

  /** The place of the first end that has holds. */
  #skip(): number {
    while (this.#first < this.#ends.length && !this.#holds.has(this.#endAt(this.#first))) this.#first++
    return this.#first
  }

  /** The place of the first end that is not before an instant. */
  #placeOf(end: number): number {
    let [low, high] = [0, this.#ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#endAt(middle) < end) low = middle + 1
      else high = middle
    }
    return low
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
    const last = this.#ends.length - 1
    const place = last < 0 || end > this.#endAt(last) ? last + 1 : this.#placeOf(end)
    if (this.#ends[place] !== end) this.#ends.splice(place, 0, end)
    this.#first = Math.min(this.#first, place)
  }

  #remove({ id, lease_ends_at }: Leased): void {
    const holds = this.#holds.get(lease_ends_at)
    if (holds?.delete(id) !== true || holds.size > 0) return
    this.#holds.delete(lease_ends_at)
    if (this.#ends.length <= 2 * this.#holds.size + MIN_EMPTY_ENDS) return
    this.#ends = this.#ends.filter((end) => this.#holds.has(end))
    this.#first = 0
  }
}
