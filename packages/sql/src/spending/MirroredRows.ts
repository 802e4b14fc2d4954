import {
  emptyScope,
  type HoldRecord,
  type Scope,
  type ScopeId,
  type ScopeRef,
  type SpendingRows,
  scopeName
} from "@tollgate/core/storage"
import type { ActOwner, Query } from "../transaction/Executor.js"
import * as HoldRows from "./holdRows.js"
import { type KnownNames, MirroredNames } from "./MirroredNames.js"
import { MirroredTable } from "./MirroredTable.js"
import { holdOf, newScope, scopeNamed, scopeWithId, writeHold } from "./mirroredStatements.js"
import type { Statement } from "./Statements.js"
import * as ScopeRows from "./scopeRows.js"
import { staleDays } from "./staleDays.js"
import { statementsSqlite } from "./statementsSqlite.js"
import { requireStorable, writeScopes } from "./writeScopes.js"

type HoldId = HoldRecord["id"]

/** An answer, and the scopes of which a warning is to be logged. */
export interface Judged<A> {
  readonly answer: A
  readonly restarted: ReadonlyArray<Scope>
}

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
  readonly #names: MirroredNames
  #epoch: object | null = null
  #query: Query = noQuery
  #restarted = none
  constructor(known: KnownNames) {
    this.#names = new MirroredNames(known, (all) => this.#select(all))
  }

  /** Runs an act. If it throws, it has changed nothing. */
  act<A>(query: Query, epoch: object, judge: (rows: this) => A): Judged<A> {
    if (this.#epoch !== epoch) this.#forget(epoch)
    this.#query = query
    this.#restarted = none
    this.#scopes.begin()
    this.#holds.begin()
    try {
      return { answer: judge(this), restarted: this.#restarted }
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
    this.#names.stored()
  }

  #writeHolds(query: Query): void {
    const all: Array<{ readonly names: ReadonlyArray<string | null>; readonly numbers: ReadonlyArray<number | null> }> =
      []
    const unknown = new Set<string>()
    this.#holds.forEachChanged((hold, before) => {
      const names = HoldRows.namedBy(hold, before === null)
      all.push({ names, numbers: this.#names.numbersOf(names, unknown) })
    })
    const isKnown = unknown.size === 0
    if (!isKnown) this.#names.number([...unknown])
    let at = 0
    this.#holds.forEachChanged((after, before) => {
      const { names, numbers } = all[at++] ?? { names: [], numbers: [] }
      writeHold(query, before, after, isKnown ? numbers : this.#names.numbersOf(names, unknown))
    })
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

  findScope = (ref: ScopeRef): Scope | undefined => {
    const id = this.#idsByRef.get(ref) ?? this.#ids.get(scopeName(ref))
    const kept = id === undefined ? undefined : this.#scopes.get(id)
    const scope = kept ?? this.#readScope(scopeNamed(ref))
    if (scope !== undefined) this.#idsByRef.set(ref, scope.id)
    return scope
  }

  #readScope(statement: Statement): Scope | undefined {
    const [row] = this.#selectOne(statement)
    if (row === undefined) return undefined
    const scope = ScopeRows.toScope(row)
    this.#keepScope(scope)
    return scope
  }

  #keepScope(scope: Scope): void {
    this.#ids.set(scopeName(scope.ref), scope.id)
    this.#scopes.keep(scope.id, scope)
  }

  scopeOf = (id: ScopeId): Scope | undefined => {
    return this.#scopes.get(id) ?? this.#readScope(scopeWithId(id))
  }

  addScope: SpendingRows["addScope"] = (ref, terms, day) => {
    const [row] = this.#selectOne(newScope(ref, terms, day))
    const scope = emptyScope(Number(row?.id), ref, terms, day)
    this.#keepScope(scope)
    return scope
  }

  saveScope = (_: Scope, after: Scope): void => {
    requireStorable(after)
    this.#scopes.change(after.id, after)
  }

  findHold = (id: HoldId): HoldRecord | undefined => {
    const kept = this.#holds.get(id)
    if (kept !== undefined) return kept
    const [hold] = this.#names.toHolds(this.#selectOne(holdOf(id)))
    if (hold !== undefined) this.#holds.keep(id, hold)
    return hold
  }

  addHold = (hold: HoldRecord): void => this.#holds.change(hold.id, hold)

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

  earliestLeaseEnd = (id: ScopeId): number | null => {
    const scope = this.scopeOf(id)
    if (scope === undefined || scope.holds === 0) return null
    // As many as were changed may not be open any more.
    const stored = this.#holdsFrom(statements.leases(scope, this.#holds.changedCount + 1))
    const open = this.#present(stored, isOf(id)).filter(isOpen)
    return open.reduce<number | null>((end, hold) => Math.min(end ?? hold.lease_ends_at, hold.lease_ends_at), null)
  }

  // Ended leases are given back by an act of their own, before others.
  ended = (): ReadonlyArray<HoldRecord> => []

  warnOfRestart = (scope: Scope): void => {
    this.#restarted = [...this.#restarted, scope]
  }
}
