import { BoundedMap, FOREIGN_LEASE, type HoldRecord } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"

type HoldId = HoldRecord["id"]
type Leased = Pick<HoldRecord, "id" | "lease_ends_at" | "state">

/** The leases that this process has granted. They are expired as soon as they end, those of others later. */
export class Leases {
  readonly #ends = new BoundedMap<HoldId, number>()
  /** Those that have ended and were looked for. Another process has ended the holds, or had locked them. */
  readonly #past = new BoundedMap<HoldId, number>()
  /** Those that could not be expired, and when. */
  readonly #spoiled = new Map<HoldId, number>()
  /** No lease of this process ends before it. */
  #earliest = Number.POSITIVE_INFINITY

  granted({ id, lease_ends_at, state }: Leased): void {
    if (state !== "open") return
    this.#past.delete(id)
    this.#ends.set(id, lease_ends_at)
    this.#earliest = Math.min(this.#earliest, lease_ends_at)
  }

  ended(id: HoldId): void {
    this.#ends.delete(id)
    this.#past.delete(id)
    this.#spoiled.delete(id)
  }

  /** Notes that a hold could not be expired. It is due again as long after that as those of other processes after their end. */
  spoiled(id: HoldId, now: number): void {
    this.#spoiled.set(id, now)
  }

  /**
   * Notes that holds were expired up to an instant, so that those which stay are not looked for again and again. They are known
   * until any process may expire them.
   */
  lookedFor(now: number): void {
    for (const [id, end] of this.#ends.entries()) {
      if (end > now) continue
      this.#ends.delete(id)
      this.#past.set(id, end)
    }
    for (const [id, end] of this.#past.entries()) if (end <= now - FOREIGN_LEASE) this.#past.delete(id)
  }

  /** Whether a lease of this process may have ended that was not looked for. */
  hasEnded(now: number): boolean {
    if (now < this.#earliest) return false
    this.#earliest = Number.POSITIVE_INFINITY
    for (const end of this.#ends.values()) this.#earliest = Math.min(this.#earliest, end)
    return now >= this.#earliest
  }

  /** Whether a lease that has ended may be expired by this process. */
  isDue({ id, lease_ends_at }: Leased, now: number): boolean {
    const spoiled = this.#spoiled.get(id)
    if (spoiled !== undefined && now < spoiled + FOREIGN_LEASE) return false
    return lease_ends_at <= (this.#ends.has(id) || this.#past.has(id) ? now : now - FOREIGN_LEASE)
  }
}

/**
 * Notes the leases of the holds in the answers of acts. What an open transaction has ended may be undone, so those leases stay noted until
 * they are looked for.
 */
export const noteLeases =
  ({ isInTransaction }: Pick<Context.Tag.Service<Database>, "isInTransaction">, leases: Leases) =>
  <A, E, R>(act: Effect.Effect<A, E, R>, holdsIn: (answer: A) => Iterable<HoldRecord>) =>
    Effect.flatMap(act, (answer) =>
      Effect.map(isInTransaction, (isJoining) => {
        for (const hold of holdsIn(answer)) {
          if (hold.state === "open") leases.granted(hold)
          else if (!isJoining) leases.ended(hold.id)
        }
        return answer
      })
    )
