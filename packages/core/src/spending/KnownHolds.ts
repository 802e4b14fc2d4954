import type { OrganizationId } from "../values/Id.js"
import type { HoldRecord } from "./HoldRecord.js"
import type { KeptPrices } from "./KnownPrices.js"
import type { SpenderName } from "./Spender.js"

/** A hold that this process has admitted, as it was then, whose request it is, and the kept prices that it was judged by. */
export interface KnownHold {
  readonly hold: HoldRecord
  readonly name: SpenderName
  readonly prices: KeptPrices | null
}

/** How many holds are kept at the same time. */
const MOST = 10_000

const all = new WeakMap<object, KnownHolds>()

/**
 * Open holds that this process has admitted. What never changes of a hold need not be read again: its models, provider, plan and opening.
 * Its state may have changed since, in any process: acts decide by the stored one.
 */
export class KnownHolds {
  readonly #holds = new Map<string, KnownHold>()

  /** Those of a store. They live as long as it does. */
  static of(store: object): KnownHolds {
    const known = all.get(store) ?? new KnownHolds()
    all.set(store, known)
    return known
  }

  /** One that a caller may name. A gateway of all organizations has none of its own. */
  get(id: string, organizationId: OrganizationId | null): KnownHold | undefined {
    const known = this.#holds.get(id)
    return organizationId === null || known?.hold.organization_id === organizationId ? known : undefined
  }

  add(known: KnownHold): void {
    this.#holds.set(known.hold.id, known)
    if (this.#holds.size <= MOST) return
    for (const oldest of this.#holds.keys()) {
      this.#holds.delete(oldest)
      return
    }
  }

  /** Forgets one that has ended. */
  forget(id: string): void {
    this.#holds.delete(id)
  }
}
