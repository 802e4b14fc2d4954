import { FOREIGN_LEASE, type HoldRecord } from "@tollgate/core/storage"

type HoldId = HoldRecord["id"]

/** The leases that this process has granted. They are given back as soon as they end, those of others later. */
export class Leases {
  readonly #ends = new Map<HoldId, number>()
  /** No lease of this process ends before it. */
  #earliest = Number.POSITIVE_INFINITY

  granted({ id, lease_ends_at, state }: HoldRecord): void {
    if (state !== "open") return
    this.#ends.set(id, lease_ends_at)
    this.#earliest = Math.min(this.#earliest, lease_ends_at)
  }

  ended(id: HoldId): void {
    this.#ends.delete(id)
  }

  /** Whether a lease of this process may have ended. */
  hasEnded(now: number): boolean {
    if (now < this.#earliest) return false
    this.#earliest = Number.POSITIVE_INFINITY
    for (const end of this.#ends.values()) this.#earliest = Math.min(this.#earliest, end)
    return now >= this.#earliest
  }

  /** Whether a lease that has ended may be given back by this process. */
  isDue({ id, lease_ends_at }: HoldRecord, now: number): boolean {
    return lease_ends_at <= (this.#ends.has(id) ? now : now - FOREIGN_LEASE)
  }
}
