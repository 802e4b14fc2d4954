import { type HoldRecord, type Scope, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import type { EndingLease } from "../rows/holdsOfScope.js"
import type { RowSource } from "./RowOverlay.js"

type HoldId = HoldRecord["id"]

/** Rows that acts need and that were not read yet. */
export type Needed =
  | { readonly _tag: "hold"; readonly id: HoldId }
  | { readonly _tag: "ref"; readonly ref: ScopeRef }
  | { readonly _tag: "scope"; readonly id: ScopeId }
  | { readonly _tag: "prices" }
  | { readonly _tag: "holdsOf"; readonly scope: Scope }
  | { readonly _tag: "leases"; readonly scope: Scope; readonly now: number }

/** Thrown by the rows, and caught where they can be read: the acts then run again, on more rows. */
export class NotRead extends Error {
  readonly needed: Needed
  constructor(needed: Needed) {
    super("A row was not read.")
    this.needed = needed
  }
}

/** Returns what was read, or throws what is needed. For rows that few acts need: each call allocates what it throws. */
const requireRead = <A>(read: A | undefined, needed: Needed): A => {
  if (read === undefined) throw new NotRead(needed)
  return read
}

/** Rows that were read before acts are judged. Null is a row that does not exist. */
export class LoadedRows implements RowSource {
  readonly reservesWhole = false
  readonly holds = new Map<HoldId, HoldRecord | null>()
  readonly scopes = new Map<ScopeId, Scope | null>()
  readonly ids = new Map<string, ScopeId | null>()
  /** The version of the price book; null if it was not read. */
  prices: number | null = null
  /** Ids of scopes that do not exist yet. */
  readonly reserved = new Map<string, ScopeId>()
  readonly holdsOfScopes = new Map<ScopeId, ReadonlyArray<HoldRecord>>()
  /** The first leases that end. */
  readonly firstLeases = new Map<ScopeId, ReadonlyArray<EndingLease>>()

  add(scope: Scope): void {
    this.scopes.set(scope.id, scope)
    this.ids.set(scopeName(scope.ref), scope.id)
  }

  scopesNamed(refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Scope> {
    const found: Array<Scope> = []
    for (const ref of refs) {
      const id = this.ids.get(scopeName(ref))
      if (id === undefined) throw new NotRead({ _tag: "ref", ref })
      const scope = id === null ? undefined : this.scopeWithId(id)
      if (scope !== undefined) found.push(scope)
    }
    return found
  }

  scopeWithId(id: ScopeId): Scope | undefined {
    const scope = this.scopes.get(id)
    if (scope === undefined) throw new NotRead({ _tag: "scope", id })
    return scope ?? undefined
  }

  reserve(ref: ScopeRef): ScopeId {
    return requireRead(this.reserved.get(scopeName(ref)), { _tag: "ref", ref })
  }

  hold(id: HoldId): HoldRecord | undefined {
    const hold = this.holds.get(id)
    if (hold === undefined) throw new NotRead({ _tag: "hold", id })
    return hold ?? undefined
  }

  holdsOf(scope: Scope): ReadonlyArray<HoldRecord> {
    return requireRead(this.holdsOfScopes.get(scope.id), { _tag: "holdsOf", scope })
  }

  leases(scope: Scope, now: number): ReadonlyArray<EndingLease> {
    return requireRead(this.firstLeases.get(scope.id), { _tag: "leases", scope, now })
  }

  priceVersion(): number {
    return requireRead(this.prices ?? undefined, { _tag: "prices" })
  }
}
