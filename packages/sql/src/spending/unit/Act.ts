import { type HoldRecord, type Scope, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import { selectPriceVersion, toPriceVersion } from "../../prices/priceVersion.js"
import { loadKept } from "../postgres/loadKept.js"
import { toLease } from "../rows/earliestLease.js"
import { nameIds, toHold } from "../rows/holdRows.js"
import { Names } from "../rows/Names.js"
import type { Locks, SpendingStatements, Statement } from "../rows/Statements.js"
import { type Row, toScope } from "../rows/scopeRows.js"
import { Draft, type Needed, NotRead, Read } from "./Draft.js"
import type { ActOptions, Judged, Known, Reading, Script } from "./Script.js"

const refOf = (row: Row) => scopeName({ ...toRef(row) })
const toRef = (row: Row): ScopeRef =>
  ({
    organization_id: row.organization_id,
    kind: row.kind,
    guardrail_id: row.guardrail_id === "" ? null : row.guardrail_id,
    subject: row.subject
    // The brands follow from the scope that was written to the row.
  }) as ScopeRef

const INSERTS_NOTHING = { scopes: new Set<never>(), holds: new Set<never>() }

/** Reads, judges and writes rows. The caller runs the statements, in one transaction. */
export class Act {
  readonly read = new Read()
  readonly names: Names
  readonly learned: Known
  /** The server's time after the locks, in milliseconds; 0 if it was not asked. */
  lockedAt = 0
  /** The instant of what it writes, in milliseconds since 1970. */
  writesAt = 0
  /** Existing scopes that other transactions have locked, if it does not wait for locks. */
  readonly blocked = new Set<ScopeId>()
  /** Existing holds that other transactions have locked, with their scopes. */
  readonly lockedHolds = new Map<HoldRecord["id"], ReadonlyArray<ScopeId>>()
  /**
   * What it is inserting: names of scopes, and holds that are new or whose names are. Another transaction that has inserted the same
   * is waited for, whatever `locks` is.
   */
  inserting: { readonly scopes: ReadonlySet<string>; readonly holds: ReadonlySet<HoldRecord["id"]> } = INSERTS_NOTHING
  /** Statements that go before its first. */
  #before: ReadonlyArray<Statement>
  /** Whether its next step reads the version of the price book. That needs no lock: what was acknowledged before is seen. */
  #needsPrices = false
  readonly #known: Known
  readonly statements: SpendingStatements
  readonly locks: Locks
  readonly #kept: ActOptions["kept"]
  readonly commitsAtOnce: boolean
  /** The versions of the rows that it has read, and of those that it writes. Empty if they are not kept. */
  readonly stamps = new Map<ScopeId, string>()
  stamp = ""
  constructor(
    known: Known,
    statements: SpendingStatements,
    locks: Locks,
    { before = [], commitsAtOnce = false, kept = null }: ActOptions = {}
  ) {
    this.#before = before
    this.#kept = kept
    this.commitsAtOnce = commitsAtOnce
    this.#known = known
    this.statements = statements
    this.locks = locks
    this.names = new Names(known.names)
    this.learned = { names: this.names, scopes: new Map() }
  }

  *#rows(statements: ReadonlyArray<Statement>): Script<ReadonlyArray<Row>> {
    return statements.length === 0 ? [] : (yield* this.rowsOfEach(statements)).flat()
  }

  /** The rows of each statement. */
  *rowsOfEach(statements: ReadonlyArray<Statement>): Script<ReadonlyArray<ReadonlyArray<Row>>> {
    const before = this.#before
    this.#before = []
    const prices = this.#needsPrices ? [selectPriceVersion] : []
    this.#needsPrices = false
    const rows = yield { statements: [...before, ...statements, ...prices], isLast: false }
    const end = before.length + statements.length
    // Rows are objects by column.
    if (prices.length > 0) this.read.prices = toPriceVersion(rows[end]?.[0] as Row | undefined)
    return rows.slice(before.length, end) as ReadonlyArray<ReadonlyArray<Row>>
  }

  /** Reads names by their texts, or inserts them. */
  *readNames(statements: ReadonlyArray<Statement>): Script<void> {
    for (const row of yield* this.#rows(statements)) this.names.add(Number(row.id), String(row.name))
  }

  /** Runs a statement of the caller. */
  select(statement: Statement): Script<ReadonlyArray<Row>> {
    return this.#rows([statement])
  }

  /** Reads the names with these numbers that are not known. */
  *readMissing(ids: ReadonlyArray<number>): Script<void> {
    const missing = ids.filter((id) => this.names.textOf(id) === undefined)
    if (missing.length === 0) return
    const rows = yield* this.#rows(this.statements.namesById([...new Set(missing)]))
    for (const row of rows) this.names.show(Number(row.id), String(row.name))
  }

  /** Reads holds from rows, and the names in them. */
  *holdsFrom(rows: ReadonlyArray<Row>): Script<ReadonlyArray<HoldRecord>> {
    yield* this.readMissing(rows.flatMap(nameIds))
    return rows.map((row) => toHold(row, this.names))
  }

  *holds(ids: Reading["holds"]): Script<void> {
    if (ids.length === 0) return
    for (const id of ids) this.read.holds.set(id, null)
    const rows = yield* this.#rows(this.statements.holds(ids, this.locks))
    for (const hold of yield* this.holdsFrom(rows)) this.read.holds.set(hold.id, hold)
    if (this.locks === "skip") yield* this.findLocked(ids)
  }

  /** Finds the holds among those that were not read which other transactions have locked. */
  *findLocked(ids: Reading["holds"]): Script<void> {
    const absent = ids.filter((id) => this.read.holds.get(id) === null)
    if (absent.length === 0) return
    const locked = yield* this.holdsFrom(yield* this.#rows(this.statements.holds(absent, "none")))
    for (const hold of locked) {
      this.lockedHolds.set(hold.id, hold.scopes)
      for (const id of hold.scopes.slice(0, 1)) this.blocked.add(id)
    }
  }

  /** Reads scopes, which are locked in the order of `ids`. */
  *scopes(ids: ReadonlyArray<ScopeId>): Script<void> {
    const missing = ids.filter((id) => !this.read.scopes.has(id))
    if (missing.length === 0) return
    this.#addScopes(missing, yield* this.#rows(this.statements.scopes(missing, this.locks)))
  }

  #addScopes(ids: ReadonlyArray<ScopeId>, rows: ReadonlyArray<Row>): void {
    for (const id of ids) this.read.scopes.set(id, null)
    for (const row of rows) {
      this.addScope(toScope(row))
      this.#noteTime(row)
    }
  }

  #noteTime({ locked_at }: Row): void {
    if (locked_at !== undefined) this.lockedAt = Math.max(this.lockedAt, Math.floor(Number(locked_at) * 1000))
  }

  addScope(scope: Scope): void {
    this.read.scopes.set(scope.id, scope)
    this.read.ids.set(scopeName(scope.ref), scope.id)
  }

  *#resolve(refs: ReadonlyArray<ScopeRef>): Script<void> {
    for (const row of yield* this.#rows(this.statements.scopeIds(refs))) {
      this.learned.scopes.set(refOf(row), Number(row.id))
    }
  }

  /** Reads scopes by their names, by one statement. */
  *named(refs: ReadonlyArray<ScopeRef>): Script<void> {
    for (const ref of refs) this.read.ids.set(scopeName(ref), null)
    for (const row of yield* this.#rows(this.statements.scopesNamed(refs))) this.addScope(toScope(row))
  }

  /** The id of a scope, if it is known. */
  idOf(ref: ScopeRef): ScopeId | undefined {
    const name = scopeName(ref)
    return this.#known.scopes.get(name) ?? this.learned.scopes.get(name)
  }

  /** Reads the holds of an act, then all scopes, in ascending order of their ids. */
  *load(reading: Reading): Script<void> {
    const { creates, holds, prices = false, refs } = reading
    this.#needsPrices = prices
    if (this.#kept && (yield* loadKept(this, this.#kept, reading))) return
    yield* this.#loadOpening(reading)
    yield* this.holds(holds.filter((id) => !this.read.holds.has(id)))
    const unknown = refs.filter((ref) => this.idOf(ref) === undefined)
    if (unknown.length > 0) yield* this.#resolve(unknown)
    const missing = unknown.filter((ref) => this.idOf(ref) === undefined)
    for (const ref of missing) this.read.ids.set(scopeName(ref), null)
    if (creates && missing.length > 0) yield* this.#reserve(missing)
    const named = refs.flatMap((ref) => this.idOf(ref) ?? [])
    const held = [...this.read.holds.values()].flatMap((hold) => hold?.scopes ?? [])
    const ids = [...new Set([...named, ...held])].filter((id) => ![...this.read.reserved.values()].includes(id))
    yield* this.scopes(ids.sort((one, other) => one - other))
    if (this.locks === "skip") yield* this.findBlocked(ids)
    // Scopes that were deleted meanwhile.
    for (const ref of refs) {
      const name = scopeName(ref)
      if (this.read.ids.has(name) || this.blocked.has(this.idOf(ref) ?? 0)) continue
      this.#known.scopes.delete(name)
      this.learned.scopes.delete(name)
      this.read.ids.set(name, null)
      if (creates) yield* this.#reserve([ref])
    }
  }

  /** Reads the rows of new holds in one step, if all their scopes are known: they have none that are not named. */
  *#loadOpening({ holds, opened = [], refs }: Reading): Script<void> {
    if (this.locks !== "wait" || this.read.scopes.size > 0 || opened.length < holds.length) return
    const ids = refs.flatMap((ref) => this.idOf(ref) ?? [])
    if (ids.length < refs.length || holds.length === 0) return
    const unique = [...new Set(ids)].sort((one, other) => one - other)
    const readHolds = this.statements.holds(holds, this.locks)
    const rows = yield* this.rowsOfEach([...readHolds, ...this.statements.scopes(unique, this.locks)])
    for (const id of holds) this.read.holds.set(id, null)
    const stored = yield* this.holdsFrom(rows.slice(0, readHolds.length).flat())
    for (const hold of stored) this.read.holds.set(hold.id, hold)
    this.#addScopes(unique, rows.slice(readHolds.length).flat())
  }

  /** Finds the scopes among those that were not read which other transactions have locked. */
  *findBlocked(ids: ReadonlyArray<ScopeId>): Script<void> {
    const absent = ids.filter((id) => this.read.scopes.get(id) === null)
    if (absent.length === 0) return
    for (const row of yield* this.#rows(this.statements.scopes(absent, "none"))) this.blocked.add(Number(row.id))
  }

  /** A locked scope that an act needs; null if there is none. */
  blockOf({ holds, refs }: Reading): ScopeId | null {
    if (this.blocked.size === 0) return null
    const held = holds.flatMap((id) => this.read.holds.get(id)?.scopes ?? this.lockedHolds.get(id) ?? [])
    const ids = [...held, ...refs.flatMap((ref) => this.idOf(ref) ?? [])]
    return ids.find((id) => this.blocked.has(id)) ?? null
  }

  /** Reads the scopes of holds that are locked already, and returns the holds whose scopes no other transaction has locked. */
  *loadFor(holds: ReadonlyArray<HoldRecord>): Script<ReadonlyArray<HoldRecord>> {
    for (const hold of holds) this.read.holds.set(hold.id, hold)
    const ids = [...new Set(holds.flatMap(({ scopes }) => scopes))].sort((one, other) => one - other)
    yield* this.scopes(ids)
    yield* this.findBlocked(ids)
    return holds.filter(({ scopes }) => !scopes.some((id) => this.blocked.has(id)))
  }

  *#reserve(refs: ReadonlyArray<ScopeRef>): Script<void> {
    const unique = [...new Map(refs.map((ref) => [scopeName(ref), ref])).values()]
    this.inserting = { ...INSERTS_NOTHING, scopes: new Set(unique.map(scopeName)) }
    const rows = yield* this.#rows(this.statements.reserve(unique))
    this.inserting = INSERTS_NOTHING
    for (const row of rows) {
      this.read.reserved.set(refOf(row), Number(row.id))
      this.#noteTime(row)
    }
    // Another transaction has created these since.
    const created = unique.filter((ref) => !this.read.reserved.has(scopeName(ref)))
    if (created.length > 0) yield* this.#resolve(created)
  }

  *need(needed: Needed): Script<void> {
    switch (needed._tag) {
      case "hold":
        return yield* this.load({ holds: [needed.id], refs: [], creates: false })
      case "ref":
        return yield* this.load({ holds: [], refs: [needed.ref], creates: true })
      case "scope":
        return yield* this.scopes([needed.id])
      case "prices":
        this.#needsPrices = true
        yield* this.rowsOfEach([])
        return
      case "holdsOf": {
        const rows = yield* this.#rows(this.statements.holdsOf(needed.scope))
        this.read.holdsOf.set(needed.scope.id, yield* this.holdsFrom(rows))
        return
      }
      case "leases": {
        const rows = yield* this.#rows(this.statements.leases(needed.scope, needed.now))
        this.read.leases.set(needed.scope.id, rows.map(toLease))
      }
    }
  }

  /** Judges on the rows that were read, and reads what else the judgement needs. */
  *judge<A>(f: (draft: Draft) => A): Script<Judged<A>> {
    for (;;) {
      const draft = new Draft(this.read)
      try {
        return { answer: f(draft), draft, learned: this.learned }
      } catch (cause) {
        if (!(cause instanceof NotRead)) throw cause
        yield* this.need(cause.needed)
      }
    }
  }
}
