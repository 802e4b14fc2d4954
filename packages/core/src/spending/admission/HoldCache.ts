import { BoundedMap } from "../../runtime/BoundedMap.js"
import type { OrganizationId } from "../../values/Id.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { SpenderName } from "../model/Spender.js"
import type { FoundCards } from "./PriceCache.js"

/** A hold that this process has admitted, as it was then, the name of its spender, and the cards that it was judged by. */
export interface CachedHold {
  readonly hold: HoldRecord
  readonly name: SpenderName
  readonly cards: FoundCards | null
}

const MAX_HOLDS = 10_000

const all = new WeakMap<object, HoldCache>()

/**
 * Cache of the open holds that this process has admitted, the newest 10,000, for the fields that never change: models, provider, plan and opening. The state may
 * have changed since, in any process: acts decide by the stored one.
 */
export class HoldCache {
  readonly #holds = new BoundedMap<string, CachedHold>(MAX_HOLDS)

  /** The cache of a store, which lives as long as the store. */
  static of(store: object): HoldCache {
    const known = all.get(store) ?? new HoldCache()
    all.set(store, known)
    return known
  }

  /**
   * Returns a hold by its id.
   *
   * @param organizationId The organization that the hold must belong to. Null, of a gateway of all organizations, means any.
   */
  get(id: string, organizationId: OrganizationId | null): CachedHold | undefined {
    const known = this.#holds.get(id)
    return organizationId === null || known?.hold.organization_id === organizationId ? known : undefined
  }

  add(known: CachedHold): void {
    this.#holds.set(known.hold.id, known)
  }

  /** Removes a hold that has ended. */
  forget(id: string): void {
    this.#holds.delete(id)
  }
}
