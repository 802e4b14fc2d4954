import { type HoldRecord, type Scope, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import type { Read } from "./Draft.js"
import type { KeptRows } from "./KeptRows.js"
import type { Reading, Script } from "./Script.js"
import type { Locks, SpendingStatements, Statement } from "./Statements.js"
import { type Row, toScope } from "./scopeRows.js"
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
  const named = refs.flatMap((ref) => act.idOf(ref) ?? [])
  if (named.length < refs.length || read.scopes.size > 0) return false
  const keptHolds = holds.flatMap((id) => kept.hold(id) ?? [])
  const others = holds.filter((id) => kept.hold(id) === undefined && !opened.includes(id))
  const ids = [...new Set([...named, ...keptHolds.flatMap(({ scopes }) => scopes)])].sort(ascending)
  const known = ids.map((id) => ({ id, stamp: kept.stampOf(id) }))
  const [holdRows = [], scopeRows = [], [moment] = []] = yield* act.rowsOfEach([
    lockPostgres.holds(holds, locks),
    lockPostgres.scopes(known, others, locks),
    lockPostgres.moment(kept.server)
  ])
  kept.enter(String(moment?.server))
  // What was compared with stamps of another server is read again.
  if (moment?.is_same !== true) return false
  act.stamp = String(moment.stamp)
  act.lockedAt = Math.floor(Number(moment.locked_at) * 1000)
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
  for (const id of ids) read.scopes.set(id, null)
  for (const row of scopeRows) {
    const id = Number(row.id)
    const scope = row.packed === null ? kept.scope(id, row.stamp) : toScope(row)
    // Another batch has replaced it since: it is read as it is, without a comparison.
    if (scope === undefined) read.scopes.delete(id)
    else {
      act.addScope(scope)
      act.stamps.set(id, String(row.stamp))
    }
  }
  const held = [...read.holds.values()].flatMap((hold) => hold?.scopes ?? [])
  yield* act.scopes([...new Set([...ids, ...held])].sort(ascending))
  if (locks === "skip") {
    yield* act.findLocked(holds)
    yield* act.findBlocked([...read.scopes.keys()])
  }
  return refs.every((ref) => read.ids.has(scopeName(ref)) || blocked.has(act.idOf(ref) ?? 0))
}
