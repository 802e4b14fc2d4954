import type { KeyRecord } from "../../keys/KeyRecord.js"
import { Slice, type State } from "../../memory/Slice.js"
import { Table } from "../../memory/Table.js"
import { type Change, type Tables, Version } from "../../memory/Version.js"
import { versionIn } from "../../prices/PriceBookMemory.js"
import type { OrganizationId } from "../../values/Id.js"
import type { AlertRecord } from "../model/AlertRecord.js"
import * as Day from "../model/Day.js"
import type { CorrectionRecord } from "../model/HoldCorrection.js"
import type { HoldId } from "../model/HoldId.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import {
  emptyScope,
  keyScope,
  keyTerms,
  type Scope,
  type ScopeId,
  type ScopeRef,
  type ScopeTerms,
  scopeName
} from "../model/Scope.js"
import { type ActivitySum, activityOf, addActivity, isActivity } from "../rules/ActivitySum.js"
import * as HoldActs from "./holdActs.js"
import { OpenLeases } from "./OpenLeases.js"
import type { SpendingRows } from "./SpendingRows.js"
import { FOREIGN_LEASE, LEASES_AMONG } from "./SpendingStore.js"

/** What deleted holds of an organization add to the activity. */
export interface PrunedSum {
  readonly organization_id: OrganizationId
  readonly sum: ActivitySum
}

/** Scopes and holds in memory. */
export class SpendingTables implements Tables<SpendingTables> {
  log: Array<Change<SpendingTables>> = []
  readonly scopes: Table<SpendingTables, ScopeId, Scope>
  /** Ids of scopes by their names. */
  readonly names: Table<SpendingTables, string, ScopeId>
  readonly holds: Table<SpendingTables, HoldId, HoldRecord>
  readonly leases = new OpenLeases()
  /** How many runs are directly below a run. Those without any are not in it. */
  readonly children = new Map<ScopeId, number>()
  readonly corrections: Table<SpendingTables, HoldId, ReadonlyArray<CorrectionRecord>>
  /** Alerts by their ids, in the order in which they were stored. */
  readonly alerts: Table<SpendingTables, string, AlertRecord>
  /** The ids of alerts whose deliveries were not created yet, in their order. */
  readonly undispatched: Table<SpendingTables, string, true>
  /** Activity totals of deleted holds, by organization and group. */
  readonly pruned: Table<SpendingTables, string, PrunedSum>
  /** Ids by the object that names a scope: requests of a key name its scopes by the same ones. The scope says whether it is so. */
  readonly known = new WeakMap<ScopeRef, ScopeId>()
  /** The highest id that was given to a scope. Holds of the ledger refer to scopes that were deleted, so none is used again. */
  lastScope: ScopeId
  constructor(from?: SpendingTables) {
    this.lastScope = from?.lastScope ?? 0
    this.scopes = new Table(
      this,
      ({ scopes }) => scopes,
      from?.scopes.entries(),
      (before, after) => this.#countBelow(before?.run?.parent ?? null, after?.run?.parent ?? null)
    )
    this.names = new Table(this, ({ names }) => names, from?.names.entries())
    this.holds = new Table(
      this,
      ({ holds }) => holds,
      from?.holds.entries(),
      (before, after) => this.leases.moved(before, after)
    )
    this.corrections = new Table(this, ({ corrections }) => corrections, from?.corrections.entries())
    this.alerts = new Table(this, ({ alerts }) => alerts, from?.alerts.entries())
    this.undispatched = new Table(this, ({ undispatched }) => undispatched, from?.undispatched.entries())
    this.pruned = new Table(this, ({ pruned }) => pruned, from?.pruned.entries())
  }

  /** Follows the change of a scope, which is below another run or none. */
  #countBelow(before: ScopeId | null, after: ScopeId | null): void {
    if (before === after) return
    if (after !== null) this.children.set(after, (this.children.get(after) ?? 0) + 1)
    if (before === null) return
    const others = (this.children.get(before) ?? 0) - 1
    if (others > 0) this.children.set(before, others)
    else this.children.delete(before)
  }

  copy(): SpendingTables {
    return new SpendingTables(this)
  }
}

export type Spending = Version<SpendingTables>

const empty: Spending = new Version(new SpendingTables())
// Every state begins with it.
empty.keep()

export const slice = new Slice<Spending>("spending", empty)

const isSame = (one: ScopeRef, other: ScopeRef) =>
  one === other ||
  (one.subject === other.subject &&
    one.kind === other.kind &&
    one.guardrail_id === other.guardrail_id &&
    one.organization_id === other.organization_id)

const none: ReadonlyArray<never> = []

/** The rows of a version, and the changes of one act, which begin another version. */
export class MemoryRows implements SpendingRows {
  /** The version with the changes of the act. */
  version: Spending
  restarted: ReadonlyArray<Scope> = none
  /** The alerts that the act has stored. */
  told: ReadonlyArray<AlertRecord> = none
  readonly #before: Spending
  readonly #state: State
  constructor(state: State) {
    const before = slice.read(state)
    this.version = before
    this.#before = before
    this.#state = state
  }

  /** The tables of the version that the act has begun. */
  #changing(): SpendingTables {
    if (this.version === this.#before) this.version = this.#before.begin()
    return this.version.tables
  }

  findScope(ref: ScopeRef): Scope | undefined {
    const { known, names, scopes } = this.version.tables
    const id = known.get(ref)
    const found = id === undefined ? undefined : scopes.get(id)
    if (found !== undefined && isSame(found.ref, ref)) return found
    const named = names.get(scopeName(ref))
    if (named === undefined) return undefined
    known.set(ref, named)
    return scopes.get(named)
  }

  findScopes(refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Scope | undefined> {
    return refs.map((ref) => this.findScope(ref))
  }

  scopeOf(id: ScopeId): Scope | undefined {
    return this.version.tables.scopes.get(id)
  }

  addScope(ref: ScopeRef, terms: ScopeTerms, day: Day.Day): Scope {
    const tables = this.#changing()
    const scope = emptyScope(++tables.lastScope, ref, terms, day)
    tables.names.set(scopeName(ref), scope.id)
    tables.scopes.set(scope.id, scope)
    return scope
  }

  deleteScope({ id, ref }: Scope): void {
    const { names, scopes } = this.#changing()
    names.set(scopeName(ref), undefined)
    scopes.set(id, undefined)
  }

  saveScope(_: Scope, after: Scope): void {
    this.#changing().scopes.set(after.id, after)
  }

  priceVersion(): number {
    return versionIn(this.#state)
  }

  findHold(id: HoldId): HoldRecord | undefined {
    return this.version.tables.holds.get(id)
  }

  addHold(hold: HoldRecord): void {
    this.#changing().holds.set(hold.id, hold)
  }

  saveHold(_: HoldRecord, after: HoldRecord): void {
    this.#changing().holds.set(after.id, after)
  }

  /** The sums of deleted holds contain what it adds to the activity. */
  deleteHold(hold: HoldRecord): void {
    const { corrections, holds, pruned } = this.#changing()
    holds.set(hold.id, undefined)
    if (hold.corrections > 0) corrections.set(hold.id, undefined)
    if (!isActivity(hold)) return
    const { organization_id } = hold
    const sum = activityOf(hold)
    const { basis, day, key_hash, labels, model, provider, user_id, workspace_id } = sum
    const name = JSON.stringify([organization_id, day, key_hash, user_id, workspace_id, model, provider, basis, labels])
    const before = pruned.get(name)
    pruned.set(name, {
      organization_id,
      sum: before === undefined ? sum : { ...sum, ...addActivity(before.sum, sum) }
    })
  }

  addCorrection(correction: CorrectionRecord): void {
    const { corrections } = this.#changing()
    corrections.set(correction.id, [...(corrections.get(correction.id) ?? []), correction])
  }

  addAlert(alert: AlertRecord): void {
    if (this.version.tables.alerts.get(alert.id) !== undefined) return
    const { alerts, undispatched } = this.#changing()
    alerts.set(alert.id, alert)
    undispatched.set(alert.id, true)
    this.told = [...this.told, alert]
  }

  /** Alerts whose deliveries were not created yet, in their order. */
  *undispatched(): Iterable<AlertRecord> {
    const { alerts, undispatched } = this.version.tables
    for (const [id] of undispatched.entries()) {
      const alert = alerts.get(id)
      if (alert !== undefined) yield alert
    }
  }

  /** Notes that the deliveries of an alert were created. */
  dispatched(id: string): void {
    this.#changing().undispatched.set(id, undefined)
  }

  holdsOf(id: ScopeId): Iterable<HoldRecord> {
    return [...this.version.tables.holds.values()].filter((hold) => hold.scopes.includes(id))
  }

  earliestLeaseEnd(id: ScopeId, now: number): number | null {
    if (this.scopeOf(id)?.holds === 0) return null
    const isCharged = (hold: HoldId) => this.findHold(hold)?.scopes.includes(id) === true
    return this.version.tables.leases.firstEnd(now - FOREIGN_LEASE, LEASES_AMONG, isCharged)
  }

  ended(now: number, limit: number): ReadonlyArray<HoldRecord> {
    return this.version.tables.leases.ended(now, limit).flatMap((id) => this.findHold(id) ?? [])
  }

  warnOfRestart(scope: Scope): void {
    this.restarted = [...this.restarted, scope]
  }
}

/** The state in which the scope of a key has the terms of its record, and a higher version. */
export const withTermsOf = (state: State, key: KeyRecord): State => {
  const rows = new MemoryRows(state)
  const [ref, terms] = [keyScope(key), keyTerms(key)]
  const scope = rows.findScope(ref) ?? rows.addScope(ref, terms, Day.of(key.updated_at.epochMillis))
  rows.saveScope(scope, HoldActs.withTerms(scope, terms))
  return slice.write(state, rows.version)
}
