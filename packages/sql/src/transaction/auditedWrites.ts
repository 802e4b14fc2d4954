import type * as SqlClient from "@effect/sql/SqlClient"
import { type PendingEntry, pendingEntry, type StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { entryInsert, hasChanged, statementWithEntry, withEntry } from "./auditEntry.js"
import type { Compiled, RowName, Rows } from "./Connected.js"
import type { Executor } from "./Executor.js"
import type { FiberTransaction } from "./fiberTransaction.js"
import type { TransactionContext } from "./TransactionContext.js"
import { writeInSnapshot } from "./writeInSnapshot.js"

/** Writes and transactions of a database, which store the audit entry that waits. */
export const auditedWrites = (sql: SqlClient.SqlClient, executor: Executor, { current, within }: FiberTransaction) => {
  const insertEntry = entryInsert(sql)
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  let entryStored = () => {}
  const release = (pending: PendingEntry, isStored: boolean) => {
    pending.release(isStored)
    if (isStored) entryStored()
  }

  /** Runs a body in a transaction that stores the audit entry, too: `run` gives it that transaction. */
  const holding = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    pending: PendingEntry,
    run: <B>(
      body: (transaction: TransactionContext) => Effect.Effect<B, E | StorageFailure, R>
    ) => Effect.Effect<B, E | StorageFailure, R>
  ): Effect.Effect<A, E | StorageFailure, R> =>
    Effect.suspend(() => {
      const restart = pending.hold()
      return run((transaction) => {
        restart()
        const audited = withEntry(effect, transaction, pending, insertEntry)
        // Storage that runs the body of a transaction in a fiber of its own has lost it.
        return Effect.withFiberRuntime<Effect.Effect.Success<typeof audited>, E | StorageFailure, R>((fiber) =>
          fiber.getFiberRef(pendingEntry) === pending ? audited : Effect.locally(audited, pendingEntry, pending)
        )
      })
    }).pipe(
      Effect.onExit((exit) => Effect.sync(() => release(pending, Exit.isSuccess(exit) && exit.value.isStored))),
      Effect.map(({ answer }) => answer)
    )

  /** Runs a body in a transaction of its own, with the audit entry that waits. */
  const beginAudited = <A, E, R>(effect: Effect.Effect<A, E, R>, pending: PendingEntry | null) =>
    pending === null
      ? executor.transact((transaction) => Effect.locally(effect, current, transaction))
      : holding<A, E, R>(effect, pending, (body) =>
          executor.transact((transaction) => Effect.locally(body(transaction), current, transaction))
        )

  /** Runs a part of an open transaction, with the audit entry that waits. */
  const joinAudited = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    transaction: TransactionContext,
    pending: PendingEntry | null
  ): Effect.Effect<A, E | StorageFailure, R> =>
    pending === null || transaction.isReading ? effect : holding<A, E, R>(effect, pending, (body) => body(transaction))

  /** Runs a statement that writes in a transaction, and notes whether it has changed something. */
  const writeWithin = (transaction: TransactionContext, [text, params]: Compiled, row?: RowName): Rows => {
    if (transaction.isReading) return transaction.fail(writeInSnapshot())
    const now = transaction.queryNow(text, params)
    if (now !== null) {
      if (Exit.isSuccess(now) && hasChanged(text, now.value)) transaction.changes++
      return now
    }
    return Effect.map(transaction.query(text, params, row), (rows) => {
      if (hasChanged(text, rows)) transaction.changes++
      return rows
    })
  }

  /** The same with the audit entry that waits: in one statement on PostgreSQL, if it has one for both. */
  const writeAuditedWithin = (
    transaction: TransactionContext,
    compiled: Compiled,
    row: RowName | undefined,
    pending: PendingEntry
  ): Rows => {
    const { entries } = transaction
    const now = entries === null || transaction.isReading ? null : transaction.queryNow(...compiled)
    if (entries !== null && now !== null) {
      if (Exit.isFailure(now) || !hasChanged(compiled[0], now.value)) return now
      transaction.changes++
      const entry = pending.take()
      if (entry !== null) entries.push(entry)
      release(pending, entry !== null)
      return now
    }
    const entry = isPostgres && !transaction.isReading ? pending.take() : null
    const both = entry === null ? null : statementWithEntry(...compiled, entry)
    if (both === null) return joinAudited(writeWithin(transaction, compiled, row), transaction, pending)
    return Effect.map(writeWithin(transaction, both, row), (rows) => {
      release(pending, hasChanged(compiled[0], rows))
      return rows
    })
  }

  /** Runs a single statement that writes, with the audit entry that waits. */
  const writeAudited = (compiled: Compiled, row: RowName | undefined, pending: PendingEntry): Rows => {
    const [text, params] = compiled
    const entry = pending.take()
    if (entry === null) return executor.write(text, params, row)
    const both = executor.writeAudited?.(text, params, entry, row) ?? null
    if (both !== null) {
      return Effect.map(both, (rows) => {
        release(pending, hasChanged(text, rows))
        return rows
      })
    }
    return beginAudited(
      within((own) => (own === null ? executor.write(text, params, row) : writeWithin(own, compiled, row))),
      pending
    )
  }

  return {
    beginAudited,
    joinAudited,
    writeWithin,
    writeAudited,
    writeAuditedWithin,
    /** Sets what is called after an entry was stored. */
    onEntry: (stored: () => void) => {
      entryStored = stored
    }
  }
}
