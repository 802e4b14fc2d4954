import {
  type CorrectionRecord,
  emptyScope,
  type HoldRecord,
  type Scope,
  type ScopeId,
  type ScopeRef,
  type SpendingRows,
  scopeName
} from "@tollgate/core/storage"
import { type EndingLease, earliestEnd } from "../rows/earliestLease.js"

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

/** Rows as they are stored. Null is a row that does not exist. */
export class Read {
  readonly holds = new Map<HoldId, HoldRecord | null>()
  readonly scopes = new Map<ScopeId, Scope | null>()
  readonly ids = new Map<string, ScopeId | null>()
  /** The version of the price book; null if it was not read. */
  prices: number | null = null
  /** Ids of scopes that do not exist yet. */
  readonly reserved = new Map<string, ScopeId>()
  readonly holdsOf = new Map<ScopeId, ReadonlyArray<HoldRecord>>()
  /** The first leases that end. */
  readonly leases = new Map<ScopeId, ReadonlyArray<EndingLease>>()
}

/** The rows that acts judge: those that were read, with the changes of the acts on top. */
export class Draft implements SpendingRows {
  readonly newHolds = new Map<HoldId, HoldRecord>()
  readonly changedHolds = new Map<HoldId, HoldRecord>()
  readonly deletedHolds = new Map<HoldId, HoldRecord>()
  readonly corrections: Array<CorrectionRecord> = []
  readonly newScopes = new Map<ScopeId, Scope>()
  readonly changedScopes = new Map<ScopeId, Scope>()
  readonly #ids = new Map<string, ScopeId>()
  readonly restarted: Array<Scope> = []
  readonly #read: Read
  constructor(read: Read) {
    this.#read = read
  }

  findScope = (ref: ScopeRef): Scope | undefined => {
    const name = scopeName(ref)
    const id = this.#ids.get(name) ?? this.#read.ids.get(name)
    if (id === undefined) throw new NotRead({ _tag: "ref", ref })
    return id === null ? undefined : this.scopeOf(id)
  }

  findScopes = (refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Scope | undefined> => refs.map(this.findScope)

  scopeOf = (id: ScopeId): Scope | undefined => {
    const scope = this.changedScopes.get(id) ?? this.newScopes.get(id) ?? this.#read.scopes.get(id)
    if (scope === undefined) throw new NotRead({ _tag: "scope", id })
    return scope ?? undefined
  }

  addScope: SpendingRows["addScope"] = (ref, terms, day) => {
    const name = scopeName(ref)
    const id = this.#read.reserved.get(name)
    if (id === undefined) throw new NotRead({ _tag: "ref", ref })
    const scope = emptyScope(id, ref, terms, day)
    this.#ids.set(name, id)
    this.newScopes.set(id, scope)
    return scope
  }

  priceVersion = (): number => {
    const { prices } = this.#read
    if (prices === null) throw new NotRead({ _tag: "prices" })
    return prices
  }

  saveScope = (_: Scope, after: Scope): void => {
    const scopes = this.newScopes.has(after.id) ? this.newScopes : this.changedScopes
    scopes.set(after.id, after)
  }

  #stored(id: HoldId): HoldRecord | null {
    const hold = this.#read.holds.get(id)
    if (hold === undefined) throw new NotRead({ _tag: "hold", id })
    return hold
  }

  findHold = (id: HoldId): HoldRecord | undefined => this.#changed(id) ?? this.#stored(id) ?? undefined

  #changed(id: HoldId): HoldRecord | undefined {
    return this.newHolds.get(id) ?? this.changedHolds.get(id)
  }

  addHold = (hold: HoldRecord): void => {
    this.newHolds.set(hold.id, hold)
  }

  saveHold = (_: HoldRecord, after: HoldRecord): void => {
    const holds = this.newHolds.has(after.id) ? this.newHolds : this.changedHolds
    holds.set(after.id, after)
  }

  deleteHold = (hold: HoldRecord): void => {
    this.deletedHolds.set(hold.id, hold)
  }

  addCorrection = (correction: CorrectionRecord): void => {
    this.corrections.push(correction)
  }

  holdsOf = (id: ScopeId): Iterable<HoldRecord> => {
    const scope = this.scopeOf(id)
    const stored = this.#read.holdsOf.get(id)
    if (scope === undefined) return []
    if (stored === undefined) throw new NotRead({ _tag: "holdsOf", scope })
    const added = [...this.newHolds.values()].filter(({ scopes }) => scopes.includes(id))
    return [...stored.map((hold) => this.#changed(hold.id) ?? hold), ...added]
  }

  earliestLeaseEnd = (id: ScopeId, now: number): number | null => {
    const scope = this.scopeOf(id)
    if (scope === undefined || scope.holds === 0) return null
    const stored = this.#read.leases.get(id)
    if (stored === undefined) throw new NotRead({ _tag: "leases", scope, now })
    return earliestEnd(id, stored, [...this.newHolds.values(), ...this.changedHolds.values()])
  }

  // Ended leases are given back by an act of their own, before others.
  ended = (): ReadonlyArray<HoldRecord> => []

  warnOfRestart = (scope: Scope): void => {
    this.restarted.push(scope)
  }
}
