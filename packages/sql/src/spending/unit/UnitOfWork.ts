import { type HoldRecord, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import { selectPriceVersion, toPriceVersion } from "../../prices/priceVersion.js"
import type { Dialect, Locks, Statement } from "../rows/Dialect.js"
import { firstLeases, holdsOfScope, toLease } from "../rows/holdsOfScope.js"
import { NameReader } from "../rows/NameReader.js"
import { type Ids, type LearnedIds, Names } from "../rows/Names.js"
import type { Script } from "../rows/Script.js"
import { type Row, toScope } from "../rows/scopeRows.js"
import { LoadedRows, type Needed, NotRead } from "./LoadedRows.js"
import { writeChanges } from "./planWrites.js"
import { RowOverlay } from "./RowOverlay.js"

/** The rows that an act reads before it judges. Others are read when they are needed. */
export interface RowsToRead {
  readonly holds: ReadonlyArray<HoldRecord["id"]>
  readonly refs: ReadonlyArray<ScopeRef>
  /** Whether scopes may be created. */
  readonly creates: boolean
  /** The holds among these that are new, unless their ids are repeated. */
  readonly opened?: ReadonlyArray<HoldRecord["id"]>
  /** Whether the act compares the version of the price book. */
  readonly prices?: boolean
}

/** Locks rows, and reads only those that are not known as they are. Returns whether everything was read. */
export interface RowCache {
  readonly load: (unit: UnitOfWork, rows: RowsToRead) => Script<boolean>
  /** The transaction is committed. */
  readonly committed: (unit: UnitOfWork) => void
}

/** How a unit of work runs. */
export interface UnitOptions {
  /** Statements that go before its first. */
  readonly before?: ReadonlyArray<Statement>
  /** Whose rows need not be read again. Null if all are read. */
  readonly cache?: RowCache | null
  /** Whether its last statements are sent with COMMIT, so that nothing can be judged after them. */
  readonly commitsAtOnce?: boolean
}

const refOf = (row: Row) => scopeName({ ...toRef(row) })
const toRef = (row: Row): ScopeRef =>
  ({
    organization_id: row.organization_id,
    kind: row.kind,
    guardrail_id: row.guardrail_id === "" ? null : row.guardrail_id,
    subject: row.subject
    // The brands follow from the scope that was written to the row.
  }) as ScopeRef

/** Each scope once. */
export const uniqueRefs = (refs: ReadonlyArray<ScopeRef>): ReadonlyArray<ScopeRef> => [
  ...new Map(refs.map((ref) => [scopeName(ref), ref])).values()
]

const INSERTS_NOTHING = { scopes: new Set<never>(), holds: new Set<never>() }

/** Loads rows, judges acts on them, and writes what those have changed. The caller runs the statements, in one transaction. */
export class UnitOfWork {
  readonly read = new LoadedRows()
  /** The rows as the acts have left them. */
  rows = new RowOverlay(this.read)
  readonly names: NameReader
  readonly learned: LearnedIds
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
  readonly #known: Ids
  readonly dialect: Dialect
  readonly locks: Locks
  readonly cache: RowCache | null
  readonly #commitsAtOnce: boolean
  /** The versions of the rows that it has read, and of those that it writes. Empty if they are not kept. */
  readonly stamps = new Map<ScopeId, string>()
  stamp = ""
  constructor(
    known: Ids,
    dialect: Dialect,
    locks: Locks,
    { before = [], cache = null, commitsAtOnce = false }: UnitOptions = {}
  ) {
    this.#before = before
    this.cache = cache
    this.#commitsAtOnce = commitsAtOnce
    this.#known = known
    this.dialect = dialect
    this.locks = locks
    this.names = new NameReader(new Names(known.names), dialect)
    this.learned = { names: this.names.names, scopes: new Map() }
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

  /** Runs a statement of the caller. */
  select(statement: Statement): Script<ReadonlyArray<Row>> {
    return this.#rows([statement])
  }

  *holds(ids: RowsToRead["holds"]): Script<void> {
    if (ids.length === 0) return
    for (const id of ids) this.read.holds.set(id, null)
    const rows = yield* this.#rows(this.dialect.holds(ids, this.locks))
    for (const hold of yield* this.names.toHolds(rows)) this.read.holds.set(hold.id, hold)
    if (this.locks === "skip") yield* this.findLocked(ids)
  }

  /** Finds the holds among those that were not read which other transactions have locked. */
  *findLocked(ids: RowsToRead["holds"]): Script<void> {
    const absent = ids.filter((id) => this.read.holds.get(id) === null)
    if (absent.length === 0) return
    const locked = yield* this.names.toHolds(yield* this.#rows(this.dialect.holds(absent, "none")))
    for (const hold of locked) {
      this.lockedHolds.set(hold.id, hold.scopes)
      for (const id of hold.scopes.slice(0, 1)) this.blocked.add(id)
    }
  }

  /** Reads scopes, which are locked in the order of `ids`. */
  *scopes(ids: ReadonlyArray<ScopeId>): Script<void> {
    const missing = ids.filter((id) => !this.read.scopes.has(id))
    if (missing.length === 0) return
    this.#addScopes(missing, yield* this.#rows(this.dialect.scopes(missing, this.locks)))
  }

  #addScopes(ids: ReadonlyArray<ScopeId>, rows: ReadonlyArray<Row>): void {
    for (const id of ids) this.read.scopes.set(id, null)
    for (const row of rows) {
      this.read.add(toScope(row))
      this.#noteTime(row)
    }
  }

  #noteTime({ locked_at }: Row): void {
    if (locked_at !== undefined) this.lockedAt = Math.max(this.lockedAt, Math.floor(Number(locked_at) * 1000))
  }

  *#resolve(refs: ReadonlyArray<ScopeRef>): Script<void> {
    for (const row of yield* this.#rows(this.dialect.scopeIds(refs))) {
      this.learned.scopes.set(refOf(row), Number(row.id))
    }
  }

  /** The id of a scope, if it is known. */
  idOf(ref: ScopeRef): ScopeId | undefined {
    const name = scopeName(ref)
    return this.#known.scopes.get(name) ?? this.learned.scopes.get(name)
  }

  /** Reads the holds of an act, then all scopes, in ascending order of their ids. */
  *load(rows: RowsToRead): Script<void> {
    const { creates, holds, prices = false, refs } = rows
    this.#needsPrices = prices
    if (this.cache !== null && (yield* this.cache.load(this, rows))) return
    yield* this.#loadOpening(rows)
    yield* this.holds(holds.filter((id) => !this.read.holds.has(id)))
    const unknown = refs.filter((ref) => this.idOf(ref) === undefined && !this.read.reserved.has(scopeName(ref)))
    if (unknown.length > 0) yield* this.#resolve(unknown)
    const missing = unknown.filter((ref) => this.idOf(ref) === undefined)
    for (const ref of missing) this.read.ids.set(scopeName(ref), null)
    if (creates && missing.length > 0) yield* this.#reserve(missing)
    const named = refs.flatMap((ref) => this.idOf(ref) ?? [])
    const held = [...this.read.holds.values()].flatMap((hold) => hold?.scopes ?? [])
    const ids = [...new Set([...named, ...held])].filter((id) => ![...this.read.reserved.values()].includes(id))
    yield* this.scopes(ids.sort((one, other) => one - other))
    if (this.locks === "skip") yield* this.findBlocked(ids)
    // The scopes of these names were deleted meanwhile. The names are looked up again, because others may have them now.
    const deleted = uniqueRefs(refs.filter((ref) => this.#isDeleted(ref)))
    for (const ref of deleted) {
      this.#known.scopes.delete(scopeName(ref))
      this.learned.scopes.delete(scopeName(ref))
    }
    if (deleted.length > 0) yield* this.load({ holds: [], refs: deleted, creates })
  }

  /** Whether no scope with the known id of a name was found. */
  #isDeleted(ref: ScopeRef): boolean {
    const id = this.idOf(ref)
    return id !== undefined && !this.blocked.has(id) && this.read.ids.get(scopeName(ref)) !== id
  }

  /** Reads the rows of new holds in one step, if all their scopes are known: they have none that are not named. */
  *#loadOpening({ holds, opened = [], refs }: RowsToRead): Script<void> {
    if (this.locks !== "wait" || this.read.scopes.size > 0 || opened.length < holds.length) return
    const ids = refs.flatMap((ref) => this.idOf(ref) ?? [])
    if (ids.length < refs.length || holds.length === 0) return
    const unique = [...new Set(ids)].sort((one, other) => one - other)
    const readHolds = this.dialect.holds(holds, this.locks)
    const rows = yield* this.rowsOfEach([...readHolds, ...this.dialect.scopes(unique, this.locks)])
    for (const id of holds) this.read.holds.set(id, null)
    const stored = yield* this.names.toHolds(rows.slice(0, readHolds.length).flat())
    for (const hold of stored) this.read.holds.set(hold.id, hold)
    this.#addScopes(unique, rows.slice(readHolds.length).flat())
  }

  /** Finds the scopes among those that were not read which other transactions have locked. */
  *findBlocked(ids: ReadonlyArray<ScopeId>): Script<void> {
    const absent = ids.filter((id) => this.read.scopes.get(id) === null)
    if (absent.length === 0) return
    for (const row of yield* this.#rows(this.dialect.scopes(absent, "none"))) this.blocked.add(Number(row.id))
  }

  /** A locked scope that an act needs; null if there is none. */
  blockOf({ holds, refs }: RowsToRead): ScopeId | null {
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

  /** The statements that insert scopes that do not exist. Their rows are for `reserved`. */
  reserving(refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Statement> {
    this.inserting = { ...INSERTS_NOTHING, scopes: new Set(refs.map(scopeName)) }
    return this.dialect.reserve(refs)
  }

  reserved(rows: ReadonlyArray<Row>): void {
    this.inserting = INSERTS_NOTHING
    for (const row of rows) {
      const name = refOf(row)
      this.read.ids.set(name, null)
      this.read.reserved.set(name, Number(row.id))
      this.#noteTime(row)
    }
  }

  *#reserve(refs: ReadonlyArray<ScopeRef>): Script<void> {
    const unique = uniqueRefs(refs)
    this.reserved(yield* this.#rows(this.reserving(unique)))
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
        const rows = yield* this.#rows([holdsOfScope(needed.scope, this.dialect)])
        this.read.holdsOfScopes.set(needed.scope.id, yield* this.names.toHolds(rows))
        return
      }
      case "leases": {
        const rows = yield* this.#rows([firstLeases(needed.scope, needed.now, this.dialect)])
        this.read.firstLeases.set(needed.scope.id, rows.map(toLease))
      }
    }
  }

  /** Judges on the rows that were read, and reads what else the judgement needs. */
  *judge<A>(f: (rows: RowOverlay) => A): Script<A> {
    for (;;) {
      try {
        return f(this.rows)
      } catch (cause) {
        if (!(cause instanceof NotRead)) throw cause
        this.rows = new RowOverlay(this.read)
        yield* this.need(cause.needed)
      }
    }
  }

  /** Writes what the acts have changed at an instant. Returns how many of their new holds another transaction has stored meanwhile. */
  *write(now: number): Script<number> {
    const { read, rows } = this
    this.writesAt = now
    for (const [name, id] of read.reserved) if (rows.scopes.get(id) !== undefined) this.learned.scopes.set(name, id)
    return yield* writeChanges(rows, {
      dialect: this.dialect,
      names: this.names,
      now,
      scopeOf: (id) => rows.scopes.get(id) ?? read.scopes.get(id),
      unused: [...read.reserved.values()].filter((id) => rows.scopes.get(id) === undefined),
      skips: this.dialect.skipsTaken && !this.#commitsAtOnce,
      inserting: (holds) => {
        this.inserting = { ...INSERTS_NOTHING, holds }
      }
    })
  }
}
