import { BoundedMap, type HoldRecord, type Scope, type ScopeId, type ScopeRef, scopeName } from "@tollgate/core/storage"
import type { Locks, Statement } from "../rows/Dialect.js"
import type { Script } from "../rows/Script.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { type RowCache, type RowsToRead, type UnitOfWork, uniqueRefs } from "../unit/UnitOfWork.js"
import { arrayText, eachLock, idsNamed, refsInOrder } from "./postgresDialect.js"

type HoldId = HoldRecord["id"]
/** What a unit of work has read and written. */
type Worked = Pick<UnitOfWork, "read" | "rows" | "stamp" | "stamps">

const ascending = (one: ScopeId, other: ScopeId) => one - other

/** How many rows of each kind are kept: about 20 MB of scopes. */
const MAX_ROWS = 10_000

/** No row has this stamp. */
const NO_STAMP = "0"

/** How long rows are kept, in milliseconds: numbers of transactions repeat after 4 billion. */
const MAX_AGE_MS = 3_600_000

/** A row and its stamp. Changed in place: a map of many rows is not written for each change. */
class Stamped<A> {
  stamp: string
  row: A
  constructor(stamp: string, row: A) {
    this.stamp = stamp
    this.row = row
  }
}

/** The rows that were kept first are evicted when there are too many. */
const keep = <K, A>(rows: BoundedMap<K, Stamped<A>>, key: K, stamp: string, row: A) => {
  const known = rows.get(key)
  if (known === undefined) rows.set(key, new Stamped(stamp, row))
  else {
    known.stamp = stamp
    known.row = row
  }
}

/** A row of a version. */
const rowWith = <A>(kept: Stamped<A> | undefined, stamp: unknown): A | undefined =>
  kept?.stamp === stamp ? kept?.row : undefined

/**
 * Scopes and open holds as the transactions of this process have left them on PostgreSQL, each with its stamp. The statement that
 * locks a row compares the stamp, so another process's change is noticed, and only such rows are read again.
 */
export class XminRowCache implements RowCache {
  readonly #scopes = new BoundedMap<ScopeId, Stamped<Scope>>(MAX_ROWS)
  readonly #holds = new BoundedMap<HoldId, Stamped<HoldRecord>>(MAX_ROWS)
  /** The server that the stamps are of. */
  server = ""

  #since = 0

  /** Forgets the rows of another server, and those of an hour ago. `now` is a monotonic clock in milliseconds. */
  enter(server: string, now = performance.now()): void {
    if (server === this.server && now - this.#since <= MAX_AGE_MS) return
    this.#since = now
    this.#scopes.clear()
    this.#holds.clear()
    this.server = server
  }

  stampOf(id: ScopeId): string {
    return this.#scopes.get(id)?.stamp ?? NO_STAMP
  }

  scope(id: ScopeId, stamp: unknown): Scope | undefined {
    return rowWith(this.#scopes.get(id), stamp)
  }

  /** A hold, whose scopes and organization never change. */
  hold(id: HoldId): HoldRecord | undefined {
    return this.#holds.get(id)?.row
  }

  holdWith(id: HoldId, stamp: unknown): HoldRecord | undefined {
    return rowWith(this.#holds.get(id), stamp)
  }

  /** Keeps what a unit of work has read, with the stamps of the rows, and written, with its own. */
  committed({ read, rows, stamp, stamps }: Worked): void {
    if (stamp === "") return
    for (const [id, of] of stamps) {
      const scope = read.scopes.get(id)
      if (scope !== null && scope !== undefined) keep(this.#scopes, id, of, scope)
    }
    for (const { after } of rows.scopes.changed) keep(this.#scopes, after.id, stamp, after)
    for (const { after } of rows.holds.changed) {
      if (after.state === "open") keep(this.#holds, after.id, stamp, after)
      else this.#holds.delete(after.id)
    }
  }

  /**
   * Locks the holds of acts and then all their scopes in one step, and reads only the rows that others have changed. Returns whether
   * everything was read: scopes that are not known are found first.
   */
  *load(unit: UnitOfWork, { creates, holds, opened = [], refs }: RowsToRead): Script<boolean> {
    const { blocked, locks, read } = unit
    if (read.scopes.size > 0) return false
    const named = new Set<ScopeId>()
    const unknown: Array<ScopeRef> = []
    for (const ref of refs) {
      const id = unit.idOf(ref)
      if (id === undefined) unknown.push(ref)
      else named.add(id)
    }
    if (unknown.length > 0 && (!creates || locks !== "wait")) return false
    const created = uniqueRefs(unknown)
    const wanted = new Set(named)
    const isNew = new Set(opened)
    const others = []
    for (const id of holds) {
      const hold = this.hold(id)
      for (const scope of hold?.scopes ?? []) wanted.add(scope)
      if (hold === undefined && !isNew.has(id)) others.push(id)
    }
    const ids = [...wanted].sort(ascending)
    const stamps = new Map<ScopeId, string>()
    for (const id of ids) stamps.set(id, this.stampOf(id))
    const reserving = created.length === 0 ? [] : unit.reserving(created)
    const [holdRows = [], ...scopeRows] = yield* unit.rowsOfEach([
      holdLocks(holds, locks),
      ...reserving,
      scopeLocks(stamps, others, locks, this.server, created)
    ])
    const [scopes] = scopeRows.at(-1) ?? []
    if (created.length > 0) unit.reserved(scopeRows.slice(0, -1).flat())
    this.enter(String(scopes?.server))
    // What was compared with stamps of another server is read again.
    if (scopes?.is_same_server !== true) return false
    unit.stamp = String(scopes.stamp)
    unit.lockedAt = Math.floor(Number(scopes.locked_at) * 1000)
    for (const id of holds) read.holds.set(id, null)
    const changed = []
    for (const { id, stamp } of holdRows) {
      // An id is a UUID.
      const hold = this.holdWith(String(id) as (typeof holds)[number], stamp)
      if (hold === undefined) changed.push(String(id) as (typeof holds)[number])
      else read.holds.set(hold.id, hold)
    }
    if (changed.length > 0) {
      const [rows = []] = yield* unit.rowsOfEach(unit.dialect.holds(changed, "none"))
      for (const hold of yield* unit.names.toHolds(rows)) read.holds.set(hold.id, hold)
    }
    // Rows are objects by column.
    const changedRows = (scopes.changed ?? []) as ReadonlyArray<ScopeRows.Row>
    const isOther = new Set(changedRows.map((row) => Number(row.id)))
    const isAbsent = new Set(scopes.absent === null ? [] : String(scopes.absent).split(",").map(Number))
    for (const id of ids) {
      const scope = this.scope(id, stamps.get(id))
      if (isAbsent.has(id)) read.scopes.set(id, null)
      // If another batch has replaced it since, it is read as it is, without a comparison.
      else if (scope !== undefined && !isOther.has(id)) read.add(scope)
    }
    const isReserved = new Set(read.reserved.values())
    for (const row of changedRows) {
      if (isReserved.has(Number(row.id))) continue
      const scope = ScopeRows.toScope(row)
      read.add(scope)
      unit.learned.scopes.set(scopeName(scope.ref), scope.id)
      unit.stamps.set(scope.id, String(row.stamp))
    }
    const missing = new Set(ids.filter((id) => !read.scopes.has(id)))
    for (const hold of read.holds.values()) {
      for (const id of hold?.scopes ?? []) if (!read.scopes.has(id)) missing.add(id)
    }
    if (missing.size > 0) yield* unit.scopes([...missing].sort(ascending))
    if (locks === "skip") {
      yield* unit.findLocked(holds)
      yield* unit.findBlocked([...read.scopes.keys()])
    }
    // An id that was given to another scope since is noticed where the scope is looked for by its name.
    for (const id of named) if (!(read.scopes.get(id) || blocked.has(id))) return false
    return created.every((ref) => read.ids.has(scopeName(ref)))
  }
}

// A version of a row is known by the transaction that wrote it, its `xmin`. These numbers repeat after a failover or a restore, but
// not while a server runs.

const holdTexts = eachLock(
  (lock) => `SELECT id, xmin AS stamp FROM spending_holds WHERE id = ANY ($1::uuid[]) ORDER BY id${lock}`
)

const fieldsOfScope = ["id", ...ScopeRows.ref].map((name) => `'${name}', l.${name}`).join(", ")

// The scopes of a hold never change, so they may be read without a lock. The clock is read when all rows are there.
const scopeTexts = (named = "") =>
  eachLock(
    (lock) => `SELECT string_agg(k.id::text, ',') FILTER (WHERE l.id IS NULL) AS absent,
json_agg(json_build_object(${fieldsOfScope}, 'stamp', l.stamp::text, 'packed', ${ScopeRows.packedRow("l")}))
  FILTER (WHERE l.id IS NOT NULL AND (l.stamp = k.stamp) IS NOT TRUE) AS changed,
pg_current_xact_id()::xid AS stamp, extract(epoch FROM clock_timestamp()) AS locked_at,
pg_postmaster_start_time()::text AS server, pg_postmaster_start_time()::text = $4 AS is_same_server
FROM (SELECT *, xmin AS stamp FROM spending_scopes WHERE id = ANY (ARRAY(
  SELECT unnest($1::bigint[])
  UNION SELECT unnest(string_to_array(scopes, ',')::bigint[]) FROM spending_holds WHERE id = ANY ($3::uuid[])${named}
)) ORDER BY id${lock}) AS l FULL JOIN unnest($1::bigint[], $2::xid[]) AS k (id, stamp) ON k.id = l.id`
  )
const knownTexts = scopeTexts()
const namedTexts = scopeTexts(` UNION ${idsNamed(5)}`)

/** Locks holds, and returns their stamps. */
export const holdLocks = (ids: ReadonlyArray<HoldId>, locks: Locks): Statement => ({
  text: holdTexts[locks],
  params: [arrayText(ids)]
})

/**
 * Locks scopes and those that holds are charged to. `stamps` are the transactions that wrote the versions which the process knows. Returns
 * one row: the ids of scopes that are not there, those that differ as they are, the stamp of the rows that the transaction writes, the server's time
 * after the locks, and whether `server` is this server. Scopes of which no id is known are found by their names.
 */
export const scopeLocks = (
  stamps: ReadonlyMap<ScopeId, string>,
  holds: ReadonlyArray<HoldId>,
  locks: Locks,
  server: string,
  named: ReadonlyArray<ScopeRef> = []
): Statement => {
  const params = [arrayText([...stamps.keys()]), arrayText([...stamps.values()]), arrayText(holds), server]
  return named.length === 0
    ? { text: knownTexts[locks], params }
    : { text: namedTexts[locks], params: [...params, ...refsInOrder(named)] }
}
