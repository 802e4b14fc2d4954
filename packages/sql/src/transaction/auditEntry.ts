import type * as SqlClient from "@effect/sql/SqlClient"
import {
  type AuditHead,
  type ChainId,
  noEntries,
  type PendingEntry,
  seal,
  type UnsealedEntry
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Compiled } from "./Connected.js"
import type { Query } from "./Executor.js"
import type { TransactionContext } from "./TransactionContext.js"

/** The columns of an entry, in the order in which they are bound. */
const columns = [
  "organization_id",
  "created_at",
  "actor_kind",
  "actor_hash",
  "actor_user_id",
  "action",
  "object",
  "changes",
  "secrets",
  "request_id",
  "address"
] as const satisfies ReadonlyArray<keyof UnsealedEntry>

const names = columns.join(", ")

const valuesOf = (entry: UnsealedEntry) => columns.map((column) => entry[column])

/** Makes the statement that stores an entry without a number. */
export const entryInsert = (sql: SqlClient.SqlClient): ((entry: UnsealedEntry) => Compiled) => {
  const placeholders = sql.onDialectOrElse({
    pg: () => columns.map((_, index) => `$${index + 1}`),
    orElse: () => columns.map(() => "?")
  })
  const text = `INSERT INTO audit_entries (${names}) VALUES (${placeholders.join(", ")})`
  return (entry) => [text, valuesOf(entry)]
}

const returnsRows = (text: string) => text.includes("RETURNING")

/**
 * Whether a statement that writes has changed a row. One with RETURNING returns the changed rows. One without it counts as a change
 * always, so a statement that may change nothing needs RETURNING.
 */
export const hasChanged = (text: string, rows: ReadonlyArray<unknown>): boolean => rows.length > 0 || !returnsRows(text)

/** Runs the body of a transaction, or a part of it, and then stores the entry if something was changed. */
export const withEntry = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  transaction: TransactionContext,
  pending: PendingEntry,
  insert: (entry: UnsealedEntry) => Compiled
) =>
  Effect.suspend(() => {
    const before = transaction.changes
    const keep = Effect.suspend(() => {
      const entry = transaction.changes === before ? null : pending.take()
      if (entry === null) return Effect.succeed(false)
      if (transaction.entries === null) return Effect.as(transaction.query(...insert(entry)), true)
      transaction.entries.push(entry)
      return Effect.succeed(true)
    })
    return Effect.flatMap(effect, (answer) => Effect.map(keep, (isStored) => ({ answer, isStored })))
  })

const AFTER = "SELECT * FROM changed"

/** The texts of statements on PostgreSQL with their entry, by their own. */
const withEntries = new Map<string, string | null>()

const compose = (text: string, count: number): string | null => {
  const values = columns.map(
    (column, index) => `CAST($${count + index + 1} AS ${column === "created_at" ? "BIGINT" : "TEXT"})`
  )
  const insert = `entry AS (INSERT INTO audit_entries (${names}) SELECT ${values.join(", ")}`
  if (text.startsWith("WITH ")) {
    if (!text.endsWith(`)\n${AFTER}`)) return null
    return `${text.slice(0, -AFTER.length - 1)},\n${insert} FROM changed LIMIT 1)\n${AFTER}`
  }
  return returnsRows(text)
    ? `WITH changed AS (${text}),\n${insert} FROM changed LIMIT 1)\n${AFTER}`
    : `WITH ${insert})\n${text}`
}

/** One statement of PostgreSQL that makes a change and stores its entry, if it changes a row. Null if the change cannot be part of such a statement. */
export const statementWithEntry = (
  text: string,
  params: ReadonlyArray<unknown>,
  entry: UnsealedEntry
): Compiled | null => {
  const known = withEntries.get(text)
  const composed = known === undefined ? compose(text, params.length) : known
  withEntries.set(text, composed)
  return composed === null ? null : [composed, [...params, ...valuesOf(entry)]]
}

const insertSealed = `INSERT INTO audit_entries (${names}, seq, hash) VALUES (${columns.map(() => "?").join(", ")}, ?, ?)`
const findLast = "SELECT MAX(seq) AS last FROM audit_entries WHERE organization_id = ?"
const findHead = `SELECT seq, hash, (${findLast}) AS last FROM audit_heads WHERE organization_id = ?`
const setHead = `INSERT INTO audit_heads (organization_id, seq, hash, deleted_seq, deleted_hash) VALUES (?, ?, ?, 0, '${noEntries.hash}')
ON CONFLICT (organization_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`

/**
 * What the next entry of a chain is chained to: its head. Somebody may have deleted the head, or written entries after it. Then the chain goes
 * on after the last one with a hash that follows from none, so that the change does not fail, and `verifyAudit` still reports the chain.
 *
 * @param last The number of the last entry, 0 if there is none.
 */
export const nextTo = (head: AuditHead | undefined, last: number): AuditHead =>
  last > (head?.seq ?? 0) ? { seq: last, hash: noEntries.hash } : (head ?? noEntries)

const lastOf = (row: unknown) => (Predicate.hasProperty(row, "last") ? Number(row.last) : 0)

const headOf = (query: Query, organization: ChainId): AuditHead => {
  const [row] = query(findHead, [organization, organization])
  return Predicate.hasProperty(row, "seq") && Predicate.hasProperty(row, "hash")
    ? nextTo({ seq: Number(row.seq), hash: String(row.hash) }, lastOf(row))
    : nextTo(undefined, lastOf(query(findLast, [organization])[0]))
}

/**
 * Stores entries with their numbers and hashes, on SQLite, where the caller has the only transaction that writes. Throws the driver's error.
 */
export const appendSealed = (query: Query, entries: ReadonlyArray<UnsealedEntry>): void => {
  const heads = new Map<ChainId, AuditHead>()
  for (const entry of entries) {
    const { organization_id } = entry
    const next = seal(heads.get(organization_id) ?? headOf(query, organization_id), entry)
    query(insertSealed, [...valuesOf(entry), next.seq, next.hash])
    heads.set(organization_id, next)
  }
  for (const [organization_id, { hash, seq }] of heads) query(setHead, [organization_id, seq, hash])
}
