import {
  emptyScope,
  type HoldRecord,
  type Scope,
  type ScopeId,
  type ScopeRef,
  type SpendingRows,
  scopeName
} from "@tollgate/core/storage"
import { selectPriceVersion, toPriceVersion } from "../../prices/priceVersion.js"
import type { ActOwner, Query } from "../../transaction/Executor.js"
import { earliestEnd, toLease } from "../rows/earliestLease.js"
import * as HoldRows from "../rows/holdRows.js"
import type { Statement } from "../rows/Statements.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { Judged } from "../unit/Judged.js"
import { type KnownNames, MirroredNames } from "./MirroredNames.js"
import { MirroredTable } from "./MirroredTable.js"
import { type HoldWrite, holdOf, latestHold, newScope, scopeWithId, writeHold } from "./mirroredStatements.js"
import { NewestHolds } from "./NewestHolds.js"
import { readScopes } from "./readScopes.js"
import { staleDays } from "./staleDays.js"
import { statementsSqlite } from "./statementsSqlite.js"
import { writeScopes } from "./writeScopes.js"

type HoldId = HoldRecord["id"]

const none: ReadonlyArray<Scope> = []
const statements = statementsSqlite(false)
const noQuery: Query = () => {
  throw new Error("Rows are read within an act.")
}
/** Rare acts run as transactions of their own, so that the rows in memory need not know them. */
const inTransactionOnly = (what: string): never => {
  throw new Error(`Holds are ${what} by a transaction.`)
}
const isOpen = ({ state }: HoldRecord) => state === "open"
const isOf =
  (id: ScopeId) =>
  ({ scopes }: HoldRecord) =>
    scopes.includes(id)

/**
 * The rows that acts judge, in memory: as they are stored, with the changes of the acts on top. Acts of one transaction are judged one
 * after another, and each row that they have changed is written once, before anything else happens in the transaction. Rows are
 * true for one epoch of the writer; see `Act` of the executor.
 */
export class MirroredRows implements SpendingRows, ActOwner {
  readonly #scopes = new MirroredTable<ScopeId, Scope>(({ ref }) => this.#ids.delete(scopeName(ref)))
  readonly #holds = new MirroredTable<HoldId, HoldRecord>()
  readonly #ids = new Map<string, ScopeId>()
  /** The same by the object: requests of a key name its scopes by the same ones, and a name takes time to build and to look up. */
  #idsByRef = new WeakMap<ScopeRef, ScopeId>()
  /** Holds that are not written yet are kept. */
  readonly #newest = new NewestHolds(() => HoldRows.toId(this.#selectOne(latestHold)[0]?.id ?? ""))
  readonly #names: MirroredNames
  #epoch: object | null = null
  #prices: number | null = null
  #query: Query = noQuery
  #restarted = none
  /** The instant of the latest act. */
  #now = 0
  constructor(known: KnownNames) {
    this.#names = new MirroredNames(known, (all) => this.#select(all))
  }

  /** Runs an act at an instant. If it throws, it has changed nothing. */
  act<A>(query: Query, epoch: object, now: number, judge: (rows: this) => A): Judged<A> {
    if (this.#epoch !== epoch) this.#forget(epoch)
    this.#now = now
    this.#query = query
    this.#restarted = none
    this.#scopes.begin()
    this.#holds.begin()
    try {
      return new Judged(judge(this), this.#restarted)
    } catch (cause) {
      this.#scopes.undo()
      this.#holds.undo()
      // The rows of scopes that it has created are rolled back.
      this.#forgetIds()
      throw cause
    } finally {
      this.#query = noQuery
    }
  }

  #forget(epoch: object | null): void {
    this.#epoch = epoch
    this.#scopes.clear()
    this.#holds.clear()
    this.#newest.forget()
    this.#prices = null
    this.#forgetIds()
    this.#names.forget()
  }

  #forgetIds(): void {
    this.#ids.clear()
    this.#idsByRef = new WeakMap()
  }

  write(query: Query): void {
    this.#query = query
    try {
      this.#writeHolds(query)
      writeScopes(query, this.#scopes)
      this.#select(staleDays(this.#holds, this.#scopes, this.scopeOf))
      this.#holds.written(isOpen)
      this.#scopes.written(() => true)
    } catch (cause) {
      this.#forget(null)
      throw cause
    } finally {
      this.#query = noQuery
    }
  }

  stored(): void {
    this.#names.stored(this.#now)
  }

  #writeHolds(query: Query): void {
    const writes: Array<HoldWrite> = []
    const unknown = new Set<string>()
    this.#holds.forEachChanged((after, before) => {
      const names = HoldRows.namedBy(after, before === null)
      writes.push({ before, after, names, numbers: this.#names.numbersOf(names, unknown, this.#now) })
    })
    if (unknown.size > 0) this.#names.number([...unknown])
    for (const { after, before, names, numbers } of writes) {
      writeHold(query, before, after, unknown.size === 0 ? numbers : this.#names.numbersOf(names, unknown, this.#now))
    }
  }

  #select(all: ReadonlyArray<Statement>): ReadonlyArray<ScopeRows.Row> {
    return all.flatMap((statement) => this.#selectOne(statement))
  }

  #selectOne({ params, text }: Statement): ReadonlyArray<ScopeRows.Row> {
    // Rows are objects by column.
    return this.#query(text, params) as ReadonlyArray<ScopeRows.Row>
  }

  /** Reads holds, and the names in them. */
  #holdsFrom(all: ReadonlyArray<Statement>): ReadonlyArray<HoldRecord> {
    return this.#names.toHolds(this.#select(all))
  }

  /** Holds that a statement finds, as acts have left them. It is told how many may be others than those that are stored. */
  found(find: (changed: number) => Statement, isFound: (hold: HoldRecord) => boolean): ReadonlyArray<HoldRecord> {
    return this.#present(this.#holdsFrom([find(this.#holds.changedCount)]), isFound)
  }

  findScope = (ref: ScopeRef): Scope | undefined => this.findScopes([ref])[0]

  findScopes = (refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Scope | undefined> => {
    const found = refs.map((ref) => this.#kept(ref))
    const missing = refs.filter((_, index) => found[index] === undefined)
    if (missing.length === 0) return found
    const read = readScopes(missing, (statement) => this.#selectOne(statement))
    for (const scope of read.values()) this.#keepScope(scope)
    return refs.map((ref, index) => found[index] ?? read.get(ref))
  }

  #kept(ref: ScopeRef): Scope | undefined {
    const known = this.#idsByRef.get(ref)
    const id = known ?? this.#ids.get(scopeName(ref))
    const scope = id === undefined ? undefined : this.#scopes.get(id)
    if (scope !== undefined && known === undefined) this.#idsByRef.set(ref, scope.id)
    return scope
  }

  #keepScope(scope: Scope): Scope {
    this.#ids.set(scopeName(scope.ref), scope.id)
    this.#scopes.keep(scope.id, scope)
    return scope
  }

  scopeOf = (id: ScopeId): Scope | undefined => {
    const kept = this.#scopes.get(id)
    if (kept !== undefined) return kept
    const [row] = this.#selectOne(scopeWithId(id))
    return row === undefined ? undefined : this.#keepScope(ScopeRows.toScope(row))
  }

  addScope: SpendingRows["addScope"] = (ref, terms, day) => {
    const [row] = this.#selectOne(newScope(ref, terms, day))
    const scope = emptyScope(Number(row?.id), ref, terms, day)
    this.#keepScope(scope)
    return scope
  }

  priceVersion = (): number => {
    this.#prices ??= toPriceVersion(this.#selectOne(selectPriceVersion)[0])
    return this.#prices
  }

  saveScope = (_: Scope, after: Scope): void => {
    this.#scopes.change(after.id, after)
  }

  findHold = (id: HoldId): HoldRecord | undefined => {
    const kept = this.#holds.get(id)
    if (kept !== undefined) return kept
    if (this.#newest.isNew(id)) return undefined
    const [hold] = this.#names.toHolds(this.#selectOne(holdOf(id)))
    if (hold !== undefined) this.#holds.keep(id, hold)
    return hold
  }

  addHold = (hold: HoldRecord): void => {
    this.#newest.add(hold.id)
    this.#holds.change(hold.id, hold)
  }

  saveHold = (before: HoldRecord, after: HoldRecord): void => {
    if (this.#holds.get(before.id) === undefined) this.#holds.keep(before.id, before)
    this.#holds.change(after.id, after)
  }

  deleteHold = (): never => inTransactionOnly("deleted")

  addCorrection = (): never => inTransactionOnly("corrected")

  /** Holds as acts have left them: those that a statement finds, and those that were changed. */
  #present(stored: ReadonlyArray<HoldRecord>, isFound: (hold: HoldRecord) => boolean): ReadonlyArray<HoldRecord> {
    const all = new Map(stored.map((hold) => [hold.id, hold]))
    this.#holds.forEachChanged((hold) => all.set(hold.id, hold))
    return [...all.values()].filter(isFound)
  }

  holdsOf = (id: ScopeId): Iterable<HoldRecord> => {
    const scope = this.scopeOf(id)
    return scope === undefined ? [] : this.#present(this.#holdsFrom(statements.holdsOf(scope)), isOf(id))
  }

  earliestLeaseEnd = (id: ScopeId, now: number): number | null => {
    const scope = this.scopeOf(id)
    if (scope === undefined || scope.holds === 0) return null
    const changed: Array<HoldRecord> = []
    this.#holds.forEachChanged((hold) => changed.push(hold))
    return earliestEnd(id, this.#select(statements.leases(scope, now)).map(toLease), changed)
  }

  // Ended leases are given back by an act of their own, before others.
  ended = (): ReadonlyArray<HoldRecord> => []

  warnOfRestart = (scope: Scope): void => {
    this.#restarted = [...this.#restarted, scope]
  }
}
