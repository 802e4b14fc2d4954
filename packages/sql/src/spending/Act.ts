import { type HoldRecord, type Scope, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import { Draft, type Needed, NotRead, Read } from "./Draft.js"
import { nameIds, toHold } from "./holdRows.js"
import { Names } from "./Names.js"
import type { Locks, SpendingStatements, Statement } from "./Statements.js"
import { type Row, toScope } from "./scopeRows.js"

/** Statements to run together, one after another. Each answers its rows. */
export type Script<A> = Generator<ReadonlyArray<Statement>, A, ReadonlyArray<ReadonlyArray<unknown>>>

/** Numbers of names and scopes that are known from committed rows. */
export interface Known {
  readonly names: Names
  readonly scopes: Map<string, ScopeId>
}

/** The rows that an act reads before it judges. Others are read when they are needed. */
export interface Reading {
  readonly holds: ReadonlyArray<HoldRecord["id"]>
  readonly refs: ReadonlyArray<ScopeRef>
  /** Whether scopes may be created. */
  readonly creates: boolean
}

/** An answer, with what was learned from rows that are not committed yet. */
export interface Judged<A> {
  readonly answer: A
  readonly draft: Draft
  readonly learned: Known
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

/** Reads, judges and writes rows. The caller runs the statements, in one transaction. */
export class Act {
  readonly read = new Read()
  readonly names: Names
  readonly learned: Known
  /** The server's time after the locks, in milliseconds; 0 if it was not asked. */
  lockedAt = 0
  /** Existing scopes that other transactions have locked, if it does not wait for locks. */
  readonly blocked = new Set<ScopeId>()
  /** Existing holds that other transactions have locked, with their scopes. */
  readonly lockedHolds = new Map<HoldRecord["id"], ReadonlyArray<ScopeId>>()
  /** Statements that go before its first. */
  #before: ReadonlyArray<Statement>
  readonly #known: Known
  readonly statements: SpendingStatements
  readonly #locks: Locks
  constructor(
    known: Known,
    statements: SpendingStatements,
    locks: Locks,
    { before = [] }: { readonly before?: ReadonlyArray<Statement> } = {}
  ) {
    this.#before = before
    this.#known = known
    this.statements = statements
    this.#locks = locks
    this.names = new Names(known.names)
    this.learned = { names: this.names, scopes: new Map() }
  }

  *#rows(statements: ReadonlyArray<Statement>): Script<ReadonlyArray<Row>> {
    if (statements.length === 0) return []
    const before = this.#before
    this.#before = []
    const rows = yield [...before, ...statements]
    // Rows are objects by column.
    return rows.slice(before.length).flat() as ReadonlyArray<Row>
  }

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
    if (missing.length > 0) yield* this.readNames(this.statements.namesById([...new Set(missing)]))
  }

  /** Reads holds from rows, and the names in them. */
  *holdsFrom(rows: ReadonlyArray<Row>): Script<ReadonlyArray<HoldRecord>> {
    yield* this.readMissing(rows.flatMap(nameIds))
    return rows.map((row) => toHold(row, this.names))
  }

  *holds(ids: Reading["holds"]): Script<void> {
    if (ids.length === 0) return
    for (const id of ids) this.read.holds.set(id, null)
    const rows = yield* this.#rows(this.statements.holds(ids, this.#locks))
    for (const hold of yield* this.holdsFrom(rows)) this.read.holds.set(hold.id, hold)
    if (this.#locks !== "skip") return
    const absent = ids.filter((id) => this.read.holds.get(id) === null)
    if (absent.length === 0) return
    const locked = yield* this.holdsFrom(yield* this.#rows(this.statements.holds(absent, "none")))
    for (const hold of locked) {
      this.lockedHolds.set(hold.id, hold.scopes)
      for (const id of hold.scopes.slice(0, 1)) this.blocked.add(id)
    }
  }

  *#scopes(ids: ReadonlyArray<ScopeId>): Script<void> {
    const missing = ids.filter((id) => !this.read.scopes.has(id))
    if (missing.length === 0) return
    this.#addScopes(missing, yield* this.#rows(this.statements.scopes(missing, this.#locks)))
  }

  #addScopes(ids: ReadonlyArray<ScopeId>, rows: ReadonlyArray<Row>): void {
    for (const id of ids) this.read.scopes.set(id, null)
    for (const row of rows) {
      this.#addScope(toScope(row))
      this.#noteTime(row)
    }
  }

  #noteTime({ locked_at }: Row): void {
    if (locked_at !== undefined) this.lockedAt = Math.max(this.lockedAt, Math.floor(Number(locked_at) * 1000))
  }

  #addScope(scope: Scope): void {
    this.read.scopes.set(scope.id, scope)
    this.read.ids.set(scopeName(scope.ref), scope.id)
  }

  *#resolve(refs: ReadonlyArray<ScopeRef>): Script<void> {
    for (const row of yield* this.#rows(this.statements.scopeIds(refs))) {
      this.learned.scopes.set(refOf(row), Number(row.id))
    }
  }

  #idOf(ref: ScopeRef): ScopeId | undefined {
    const name = scopeName(ref)
    return this.#known.scopes.get(name) ?? this.learned.scopes.get(name)
  }

  /** Reads the holds of an act, then all scopes, in ascending order of their ids. */
  *load(reading: Reading): Script<void> {
    const { creates, holds, refs } = reading
    if (this.#locks === "wait" && (yield* this.#loadTogether(reading))) return
    yield* this.holds(holds)
    const unknown = refs.filter((ref) => this.#idOf(ref) === undefined)
    if (unknown.length > 0) yield* this.#resolve(unknown)
    const missing = unknown.filter((ref) => this.#idOf(ref) === undefined)
    for (const ref of missing) this.read.ids.set(scopeName(ref), null)
    if (creates && missing.length > 0) yield* this.#reserve(missing)
    const named = refs.flatMap((ref) => this.#idOf(ref) ?? [])
    const held = [...this.read.holds.values()].flatMap((hold) => hold?.scopes ?? [])
    const ids = [...new Set([...named, ...held])].filter((id) => ![...this.read.reserved.values()].includes(id))
    yield* this.#scopes(ids.sort((one, other) => one - other))
    if (this.#locks === "skip") yield* this.#findBlocked(ids)
    // Scopes that were deleted meanwhile.
    for (const ref of refs) {
      const name = scopeName(ref)
      if (this.read.ids.has(name) || this.blocked.has(this.#idOf(ref) ?? 0)) continue
      this.#known.scopes.delete(name)
      this.learned.scopes.delete(name)
      this.read.ids.set(name, null)
      if (creates) yield* this.#reserve([ref])
    }
  }

  /** Reads holds and scopes in one step, if all scopes are known. Returns whether everything was read. */
  *#loadTogether({ creates, holds, refs }: Reading): Script<boolean> {
    const ids = refs.flatMap((ref) => this.#idOf(ref) ?? [])
    if (!creates || ids.length < refs.length || this.read.scopes.size > 0) return false
    const unique = [...new Set(ids)].sort((one, other) => one - other)
    const rows = yield* this.#rows([
      ...this.statements.holds(holds, this.#locks),
      ...this.statements.scopes(unique, this.#locks)
    ])
    const isHold = (row: Row) => "lease_seconds" in row
    for (const id of holds) this.read.holds.set(id, null)
    for (const hold of yield* this.holdsFrom(rows.filter(isHold))) this.read.holds.set(hold.id, hold)
    this.#addScopes(
      unique,
      rows.filter((row) => !isHold(row))
    )
    return refs.every((ref) => this.read.ids.has(scopeName(ref)))
  }

  *#findBlocked(ids: ReadonlyArray<ScopeId>): Script<void> {
    const absent = ids.filter((id) => this.read.scopes.get(id) === null)
    if (absent.length === 0) return
    for (const row of yield* this.#rows(this.statements.scopes(absent, "none"))) this.blocked.add(Number(row.id))
  }

  /** A locked scope that an act needs; null if there is none. */
  blockOf({ holds, refs }: Reading): ScopeId | null {
    if (this.blocked.size === 0) return null
    const held = holds.flatMap((id) => this.read.holds.get(id)?.scopes ?? this.lockedHolds.get(id) ?? [])
    const ids = [...held, ...refs.flatMap((ref) => this.#idOf(ref) ?? [])]
    return ids.find((id) => this.blocked.has(id)) ?? null
  }

  /** Reads the scopes of holds that are locked already, and returns the holds whose scopes no other transaction has locked. */
  *loadFor(holds: ReadonlyArray<HoldRecord>): Script<ReadonlyArray<HoldRecord>> {
    for (const hold of holds) this.read.holds.set(hold.id, hold)
    const ids = [...new Set(holds.flatMap(({ scopes }) => scopes))].sort((one, other) => one - other)
    yield* this.#scopes(ids)
    yield* this.#findBlocked(ids)
    return holds.filter(({ scopes }) => !scopes.some((id) => this.blocked.has(id)))
  }

  *#reserve(refs: ReadonlyArray<ScopeRef>): Script<void> {
    const unique = [...new Map(refs.map((ref) => [scopeName(ref), ref])).values()]
    for (const row of yield* this.#rows(this.statements.reserve(unique))) {
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
        return yield* this.#scopes([needed.id])
      case "holdsOf": {
        const rows = yield* this.#rows(this.statements.holdsOf(needed.scope))
        this.read.holdsOf.set(needed.scope.id, yield* this.holdsFrom(rows))
        return
      }
      case "leases": {
        const rows = yield* this.#rows(this.statements.leases(needed.scope, needed.count))
        this.read.leases.set(needed.scope.id, { count: needed.count, holds: yield* this.holdsFrom(rows) })
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
