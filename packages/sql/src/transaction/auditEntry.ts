import type * as SqlClient from "@effect/sql/SqlClient"
import type { PendingEntry, UnsealedEntry } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Compiled, TransactionContext } from "./TransactionContext.js"

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

/** Makes the statement that stores an entry without a number. */
export const entryInsert = (sql: SqlClient.SqlClient): ((entry: UnsealedEntry) => Compiled) => {
  const placeholders = sql.onDialectOrElse({
    pg: () => columns.map((_, index) => `$${index + 1}`),
    orElse: () => columns.map(() => "?")
  })
  const text = `INSERT INTO audit_entries (${columns.join(", ")}) VALUES (${placeholders.join(", ")})`
  return (entry) => [text, columns.map((column) => entry[column])]
}

/** Whether a statement that writes has changed a row: it returns the changed rows, or does not fail unless it changes some. */
export const hasChanged = (text: string, rows: ReadonlyArray<unknown>): boolean =>
  rows.length > 0 || !text.includes("RETURNING")

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
      return entry === null ? Effect.succeed(false) : Effect.as(transaction.query(...insert(entry)), true)
    })
    return Effect.flatMap(effect, (answer) => Effect.map(keep, (isStored) => ({ answer, isStored })))
  })
