import type { HoldRecord, Scope, ScopeId } from "@tollgate/core/storage"
import { Recent } from "../rows/Recent.js"
import type { Draft, Read } from "../unit/Draft.js"

type HoldId = HoldRecord["id"]

/** No row has this stamp. */
const NO_STAMP = "0"

/** How long rows are kept, in milliseconds: numbers of transactions repeat after 4 billion. */
const LONGEST = 3_600_000

/**
 * Scopes and open holds as the transactions of this process have left them on PostgreSQL, each with its stamp. The statement that
 * locks a row compares the stamp, so another process's change is noticed, and only such rows are read again.
 */
export class KeptRows {
  readonly #scopes = new Recent<ScopeId, readonly [stamp: string, scope: Scope]>()
  readonly #holds = new Recent<HoldId, readonly [stamp: string, hold: HoldRecord]>()
  /** The server that the stamps are of. */
  server = ""

  #since = 0

  /** Forgets the rows of another server, and those of an hour ago. `now` is a monotonic clock in milliseconds. */
  enter(server: string, now = performance.now()): void {
    if (server === this.server && now - this.#since <= LONGEST) return
    this.#since = now
    this.#scopes.clear()
    this.#holds.clear()
    this.server = server
  }

  stampOf(id: ScopeId): string {
    return this.#scopes.get(id)?.[0] ?? NO_STAMP
  }

  scope(id: ScopeId, stamp: unknown): Scope | undefined {
    const kept = this.#scopes.get(id)
    return kept !== undefined && kept[0] === stamp ? kept[1] : undefined
  }

  /** A hold, whose scopes and organization never change. */
  hold(id: HoldId): HoldRecord | undefined {
    return this.#holds.get(id)?.[1]
  }

  holdWith(id: HoldId, stamp: unknown): HoldRecord | undefined {
    const kept = this.#holds.get(id)
    return kept !== undefined && kept[0] === stamp ? kept[1] : undefined
  }

  /** Keeps what a committed transaction has read, with the stamps of the rows, and written, with its own. */
  keep(read: Read, draft: Draft, stamps: ReadonlyMap<ScopeId, string>, stamp: string): void {
    for (const [id, of] of stamps) {
      const scope = read.scopes.get(id)
      if (scope !== null && scope !== undefined && !draft.changedScopes.has(id)) this.#scopes.set(id, [of, scope])
    }
    for (const scopes of [draft.changedScopes, draft.newScopes]) {
      for (const scope of scopes.values()) this.#scopes.set(scope.id, [stamp, scope])
    }
    for (const holds of [draft.changedHolds, draft.newHolds]) {
      for (const hold of holds.values()) {
        if (hold.state === "open") this.#holds.set(hold.id, [stamp, hold])
        else this.#holds.delete(hold.id)
      }
    }
  }
}
