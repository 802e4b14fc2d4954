import { type HoldRecord, type Scope, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import type { Locks, SpendingStatements, Statement } from "../rows/Statements.js"
import { type Row, toScope } from "../rows/scopeRows.js"
import type { Read } from "../unit/Draft.js"
import type { Reading, Script } from "../unit/Script.js"
import type { KeptRows } from "./KeptRows.js"
import { lockPostgres } from "./statementsPostgres.js"

const ascending = (one: ScopeId, other: ScopeId) => one - other

/** What it takes of the act that it reads rows for. */
interface Loading {
  readonly read: Read
  readonly locks: Locks
  readonly statements: SpendingStatements
  readonly blocked: ReadonlySet<ScopeId>
  readonly stamps: Map<ScopeId, string>
  stamp: string
  lockedAt: number
  readonly idOf: (ref: ScopeRef) => ScopeId | undefined
  readonly addScope: (scope: Scope) => void
  readonly rowsOfEach: (statements: ReadonlyArray<Statement>) => Script<ReadonlyArray<ReadonlyArray<Row>>>
  readonly holdsFrom: (rows: ReadonlyArray<Row>) => Script<ReadonlyArray<HoldRecord>>
  readonly scopes: (ids: ReadonlyArray<ScopeId>) => Script<void>
  readonly findLocked: (holds: Reading["holds"]) => Script<void>
  readonly findBlocked: (ids: ReadonlyArray<ScopeId>) => Script<void>
}

/**
 * Locks the holds of acts and then all their scopes in one step, and reads only the rows that others have changed. Returns whether
 * everything was read: scopes that are not known are found first.
 */
export function* loadKept(act: Loading, kept: KeptRows, { holds, opened = [], refs }: Reading): Script<boolean> {
  const { blocked, locks, read } = act
  if (read.scopes.size > 0) return false
  const wanted = new Set<ScopeId>()
  for (const ref of refs) {
    const id = act.idOf(ref)
    if (id === undefined) return false
    wanted.add(id)
  }
  const isNew = new Set(opened)
  const others = []
  for (const id of holds) {
    const hold = kept.hold(id)
    for (const scope of hold?.scopes ?? []) wanted.add(scope)
    if (hold === undefined && !isNew.has(id)) others.push(id)
  }
  const ids = [...wanted].sort(ascending)
  const stamps = new Map(ids.map((id) => [id, kept.stampOf(id)]))
  const [holdRows = [], [scopes] = []] = yield* act.rowsOfEach([
    lockPostgres.holds(holds, locks),
    lockPostgres.scopes(stamps, others, locks, kept.server)
  ])
  kept.enter(String(scopes?.server))
  // What was compared with stamps of another server is read again.
  if (scopes?.is_same_server !== true) return false
  act.stamp = String(scopes.stamp)
  act.lockedAt = Math.floor(Number(scopes.locked_at) * 1000)
  for (const id of holds) read.holds.set(id, null)
  const changed = []
  for (const { id, stamp } of holdRows) {
    // An id is a UUID.
    const hold = kept.holdWith(String(id) as (typeof holds)[number], stamp)
    if (hold === undefined) changed.push(String(id) as (typeof holds)[number])
    else read.holds.set(hold.id, hold)
  }
  if (changed.length > 0) {
    const [rows = []] = yield* act.rowsOfEach(act.statements.holds(changed, "none"))
    for (const hold of yield* act.holdsFrom(rows)) read.holds.set(hold.id, hold)
  }
  // Rows are objects by column.
  const changedRows = (scopes.changed ?? []) as ReadonlyArray<Row>
  const isOther = new Set(changedRows.map((row) => Number(row.id)))
  const isAbsent = new Set(scopes.absent === null ? [] : String(scopes.absent).split(",").map(Number))
  for (const id of ids) {
    const scope = kept.scope(id, stamps.get(id))
    if (isAbsent.has(id)) read.scopes.set(id, null)
    // If another batch has replaced it since, it is read as it is, without a comparison.
    else if (scope !== undefined && !isOther.has(id)) act.addScope(scope)
  }
  for (const row of changedRows) {
    const scope = toScope(row)
    act.addScope(scope)
    act.stamps.set(scope.id, String(row.stamp))
  }
  const missing = new Set(ids.filter((id) => !read.scopes.has(id)))
  for (const hold of read.holds.values()) {
    for (const id of hold?.scopes ?? []) if (!read.scopes.has(id)) missing.add(id)
  }
  if (missing.size > 0) yield* act.scopes([...missing].sort(ascending))
  if (locks === "skip") {
    yield* act.findLocked(holds)
    yield* act.findBlocked([...read.scopes.keys()])
  }
  return refs.every((ref) => read.ids.has(scopeName(ref)) || blocked.has(act.idOf(ref) ?? 0))
}
