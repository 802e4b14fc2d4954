import {
  type AlertRecord,
  type CorrectionRecord,
  type Day,
  emptyScope,
  type HoldRecord,
  type Scope,
  type ScopeId,
  type ScopeRef,
  type ScopeTerms,
  type SpendingRows,
  scopeName
} from "@tollgate/core/storage"
import { type EndingLease, earliestEnd } from "../rows/holdsOfScope.js"
import { RowTable } from "./RowTable.js"

type HoldId = HoldRecord["id"]

/** The rows as they are stored: read at once, or loaded before. What was not loaded throws `NotRead`. */
export interface RowSource {
  /** Scopes by their names. Those that do not exist are not in the answer. */
  readonly scopesNamed: (refs: ReadonlyArray<ScopeRef>) => ReadonlyArray<Scope>
  readonly scopeWithId: (id: ScopeId) => Scope | undefined
  /**
   * The id of a new scope, whose row is inserted without charges. A source whose row can outlive the changes of its act stores the terms with it,
   * because a scope without limits admits everything.
   */
  readonly reserve: (ref: ScopeRef, terms: ScopeTerms, day: Day.Day) => ScopeId
  /** Whether `reserve` stores the terms, too. */
  readonly reservesWhole: boolean
  readonly hold: (id: HoldId) => HoldRecord | undefined
  /** Every hold of a scope that counts toward it. */
  readonly holdsOf: (scope: Scope) => ReadonlyArray<HoldRecord>
  /** The first leases that end, among which that of a scope is looked for. */
  readonly leases: (scope: Scope, now: number) => ReadonlyArray<EndingLease>
  readonly priceVersion: () => number
}

const NONE: ReadonlyArray<Scope> = []
const NO_ALERTS: ReadonlyArray<AlertRecord> = []

/** The rows that acts judge: those of a source, with the changes of the acts on top. Each act can be undone until the next one begins. */
export class RowOverlay implements SpendingRows {
  readonly holds = new RowTable<HoldId, HoldRecord>()
  readonly scopes = new RowTable<ScopeId, Scope>(({ ref }) => this.#ids.delete(scopeName(ref)))
  readonly #ids = new Map<string, ScopeId>()
  /** Of all acts since the changes were written, in their order. */
  readonly deletedHolds: Array<HoldRecord> = []
  readonly corrections: Array<CorrectionRecord> = []
  readonly alerts: Array<AlertRecord> = []
  /** How many there were of each when the act began. */
  #deletedBefore = 0
  #correctedBefore = 0
  #toldBefore = 0
  /** The alerts that the act has stored. */
  told = NO_ALERTS
  /** The scopes of which the act has logged that they were on a day that was not believed. */
  restarted = NONE
  readonly #source: RowSource
  constructor(source: RowSource) {
    this.#source = source
  }

  /** Begins an act: the changes of those before it stay. */
  begin(): void {
    this.holds.begin()
    this.scopes.begin()
    this.#deletedBefore = this.deletedHolds.length
    this.#correctedBefore = this.corrections.length
    this.#toldBefore = this.alerts.length
    this.restarted = NONE
    this.told = NO_ALERTS
  }

  /** Undoes what the act has changed. The rows that it has reserved are rolled back. */
  undo(): void {
    this.holds.undo()
    this.scopes.undo()
    this.deletedHolds.length = this.#deletedBefore
    this.corrections.length = this.#correctedBefore
    this.alerts.length = this.#toldBefore
    this.#ids.clear()
  }

  /** All changes are stored. Holds that have ended are forgotten. */
  written(): void {
    this.holds.written(({ state }) => state === "open")
    this.scopes.written(() => true)
    this.deletedHolds.length = 0
    this.corrections.length = 0
    this.alerts.length = 0
  }

  findScope(ref: ScopeRef): Scope | undefined {
    return this.findScopes([ref])[0]
  }

  findScopes(refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Scope | undefined> {
    const found = refs.map((ref) => this.#knownScope(ref))
    if (!found.includes(undefined)) return found
    const missing = refs.filter((_, index) => found[index] === undefined)
    for (const scope of this.#source.scopesNamed(missing)) this.#keepScope(scope)
    return refs.map((ref, index) => found[index] ?? this.#knownScope(ref))
  }

  #knownScope(ref: ScopeRef): Scope | undefined {
    const id = this.#ids.get(scopeName(ref))
    return id === undefined ? undefined : this.scopes.get(id)
  }

  /** Keeps a scope as it is stored, unless acts have changed it. */
  #keepScope(scope: Scope): void {
    this.#ids.set(scopeName(scope.ref), scope.id)
    if (this.scopes.get(scope.id) === undefined) this.scopes.keep(scope.id, scope)
  }

  scopeOf(id: ScopeId): Scope | undefined {
    const known = this.scopes.get(id)
    if (known !== undefined) return known
    const scope = this.#source.scopeWithId(id)
    if (scope !== undefined) this.#keepScope(scope)
    return scope
  }

  addScope(ref: ScopeRef, terms: ScopeTerms, day: Day.Day): Scope {
    const scope = emptyScope(this.#source.reserve(ref, terms, day), ref, terms, day)
    this.#ids.set(scopeName(ref), scope.id)
    this.scopes.add(scope.id, scope, this.#source.reservesWhole ? scope : null)
    return scope
  }

  saveScope(before: Scope, after: Scope): void {
    this.scopes.change(after.id, after, before)
  }

  priceVersion(): number {
    return this.#source.priceVersion()
  }

  findHold(id: HoldId): HoldRecord | undefined {
    const known = this.holds.get(id)
    if (known !== undefined) return known
    const hold = this.#source.hold(id)
    if (hold !== undefined) this.holds.keep(id, hold)
    return hold
  }

  addHold(hold: HoldRecord): void {
    this.holds.change(hold.id, hold)
  }

  saveHold(before: HoldRecord, after: HoldRecord): void {
    this.holds.change(after.id, after, before)
  }

  deleteHold(hold: HoldRecord): void {
    this.deletedHolds.push(hold)
  }

  addCorrection(correction: CorrectionRecord): void {
    this.corrections.push(correction)
  }

  addAlert(alert: AlertRecord): void {
    this.alerts.push(alert)
    this.told = [...this.told, alert]
  }

  /** Holds as acts have left them: those that are stored, and those that were changed. */
  present(stored: ReadonlyArray<HoldRecord>, isFound: (hold: HoldRecord) => boolean): ReadonlyArray<HoldRecord> {
    const all = new Map(stored.map((hold) => [hold.id, hold]))
    for (const { after } of this.holds.changed) all.set(after.id, after)
    return [...all.values()].filter(isFound)
  }

  holdsOf(id: ScopeId): Iterable<HoldRecord> {
    const scope = this.scopeOf(id)
    if (scope === undefined) return []
    return this.present(this.#source.holdsOf(scope), ({ scopes }) => scopes.includes(id))
  }

  earliestLeaseEnd(id: ScopeId, now: number): number | null {
    const scope = this.scopeOf(id)
    if (scope === undefined || scope.holds === 0) return null
    const changed = this.holds.changed.map(({ after }) => after)
    return earliestEnd(id, this.#source.leases(scope, now), changed)
  }

  // Ended leases are given back by an act of their own, before others.
  ended(): ReadonlyArray<HoldRecord> {
    return []
  }

  warnOfRestart(scope: Scope): void {
    this.restarted = [...this.restarted, scope]
  }
}
