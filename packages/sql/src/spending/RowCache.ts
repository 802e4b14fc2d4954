import type { HoldRecord, Scope, ScopeId } from "@tollgate/core/storage"
import type { Draft, Read } from "./Draft.js"

/** What is kept of each kind of row, in memory, at the same time: about 20 MB of scopes. */
const MOST = 10_000

/** The rows that were added last, up to a number. */
class Recent<K, A> {
  readonly #rows = new Map<K, A>()

  get(key: K): A | undefined {
    return this.#rows.get(key)
  }

  set(key: K, row: A): void {
    this.#rows.set(key, row)
    if (this.#rows.size <= MOST) return
    // A map is in the order of insertion.
    for (const oldest of this.#rows.keys()) {
      this.#rows.delete(oldest)
      return
    }
  }

  delete(key: K): void {
    this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
  }
}

/**
 * Scopes and open holds as acts have left them, so that the next act need not read them again. They are valid in one epoch of the
 * writer; see `Act` of the executor.
 */
export class RowCache {
  readonly scopes = new Recent<ScopeId, Scope>()
  readonly holds = new Recent<HoldRecord["id"], HoldRecord>()
  #epoch: object | null = null

  /** Forgets everything if anything else than acts may have changed rows. */
  enter(epoch: object): this {
    if (this.#epoch !== epoch) {
      this.scopes.clear()
      this.holds.clear()
      this.#epoch = epoch
    }
    return this
  }

  /** Keeps what an act has read and written. */
  keep(read: Read, draft: Draft): void {
    for (const [id, scope] of read.scopes) {
      if (scope !== null && !draft.changedScopes.has(id)) this.scopes.set(id, scope)
    }
    for (const scope of draft.changedScopes.values()) this.scopes.set(scope.id, scope)
    for (const scope of draft.newScopes.values()) this.scopes.set(scope.id, scope)
    for (const hold of draft.newHolds.values()) this.#keepOpen(hold)
    for (const hold of draft.changedHolds.values()) this.#keepOpen(hold)
  }

  #keepOpen(hold: HoldRecord): void {
    if (hold.state === "open") this.holds.set(hold.id, hold)
    else this.holds.delete(hold.id)
  }
}
