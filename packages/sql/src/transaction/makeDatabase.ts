import * as SqlClient from "@effect/sql/SqlClient"
import { type PendingEntry, pendingEntry, type StorageFailure, type Transaction } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import { ambientTransaction } from "./ambientTransaction.js"
import { entryInsert, hasChanged, statementWithEntry, withEntry } from "./auditEntry.js"
import type { Compiled, RowName, Rows } from "./Connected.js"
import { clientExecutor } from "./clientExecutor.js"
import { Database } from "./Database.js"
import type { Act, ActOwner, Executor, RunTransaction } from "./Executor.js"
import type { TransactionContext } from "./TransactionContext.js"
import { nothingStored } from "./toStorageFailure.js"

type Run = Context.Tag.Service<Transaction>["run"]

const writeInSnapshot = () => nothingStored(new Error("A snapshot is read-only."))

/** A database whose statements run on `executor`. */
export const make = (sql: SqlClient.SqlClient, executor: Executor): Context.Tag.Service<Database> => {
  // One per database, so that two databases in one fiber do not share a transaction.
  const current = FiberRef.unsafeMake<TransactionContext | null>(null)
  const locks = FiberRef.unsafeMake(true)
  const insertEntry = entryInsert(sql)
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  let entryStored = () => {}
  const release = (pending: PendingEntry, isStored: boolean) => {
    pending.release(isStored)
    if (isStored) entryStored()
  }

  /** Calls `f` with the fiber's transaction, or null, with whether its reads lock rows, and with the audit entry that waits, or null. */
  const within = <A, E, R>(
    f: (
      transaction: TransactionContext | null,
      locksRows: boolean,
      pending: PendingEntry | null
    ) => Effect.Effect<A, E, R>
  ) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const transaction = fiber.getFiberRef(current)
      const entry = fiber.getFiberRef(pendingEntry)
      const pending = entry?.isWaiting === true ? entry : null
      // What outlives its transaction runs outside of it; what is left of an expired one is refused.
      if (transaction === null || transaction.state === "ended") return f(null, false, pending)
      return f(transaction, transaction.locksRows && fiber.getFiberRef(locks), pending)
    })

  const begin =
    (begin: RunTransaction): Run =>
    (effect) =>
      begin((transaction) => Effect.locally(effect, current, transaction))
  const beginWriting = begin(executor.transact)

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
      ? beginWriting(effect)
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

  /** The same as `query`, at once if the driver can. */
  const queryWithin = (transaction: TransactionContext, [text, params]: Compiled, row?: RowName): Rows =>
    transaction.queryNow(text, params) ?? transaction.query(text, params, row)

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
  const beginUnlimited = begin(executor.transactUnlimited)
  const beginReading = begin(executor.snapshot)
  const beginReadingUnlimited = begin(executor.snapshotUnlimited)

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

  return Database.of({
    sql,
    read: (statement) =>
      within((transaction) => {
        const [text, params] = statement.compile(true)
        return transaction === null ? executor.read(text, params) : queryWithin(transaction, [text, params])
      }),
    readForUpdate: (statement, locking = "FOR NO KEY UPDATE") =>
      within((transaction, locksRows) => {
        const [text, params] = statement.compile(true)
        if (transaction === null) return executor.read(text, params)
        return queryWithin(transaction, [locksRows ? `${text} ${locking}` : text, params], statement.row)
      }),
    withoutLocks: (effect) => Effect.locally(effect, locks, false),
    lock: (statement) =>
      within((transaction) => {
        if (transaction?.locksRows !== true) return Effect.void
        const [text, params] = statement.compile(true)
        return Effect.asVoid(transaction.query(text, params, statement.row))
      }),
    write: (statement) =>
      within((transaction, _, pending) => {
        const compiled = statement.compile(true)
        // Null if its transaction stores the entry.
        if (pending === null) {
          return transaction === null
            ? executor.write(...compiled, statement.row)
            : writeWithin(transaction, compiled, statement.row)
        }
        return transaction === null
          ? writeAudited(compiled, statement.row, pending)
          : writeAuditedWithin(transaction, compiled, statement.row, pending)
      }),
    writeAll: (statements) =>
      within((transaction) => {
        if (transaction === null) return Effect.forEach(statements, ([text, params]) => executor.write(text, params))
        if (transaction.isReading) return transaction.fail(writeInSnapshot())
        transaction.changes++
        return transaction.queryAllNow(statements) ?? transaction.queryAll(statements)
      }),
    writeAhead: (statement, answered) =>
      within((transaction) => {
        if (transaction === null) {
          return Effect.dieMessage("A statement that is sent ahead is part of a transaction.")
        }
        if (transaction.isReading) return transaction.fail(writeInSnapshot())
        transaction.changes++
        return transaction.queryAhead(statement.compile(true), statement.row, answered)
      }),
    writeLast: (statements, answered) =>
      within((transaction) => {
        if (transaction === null) {
          return Effect.map(
            Effect.forEach(statements, ([text, params]) => executor.write(text, params)),
            answered
          )
        }
        if (transaction.isReading) return transaction.fail(writeInSnapshot())
        transaction.changes++
        const now = transaction.queryAllNow(statements)
        return now === null ? transaction.queryLast(statements, answered) : Exit.map(now, answered)
      }),
    act: <A, E, R>(f: Act<A>, otherwise: Effect.Effect<A, E, R>, owner: ActOwner) =>
      within<A, E | StorageFailure, R>((transaction) => {
        if (transaction !== null) return otherwise
        return executor.act === undefined ? beginWriting(otherwise) : executor.act(f, owner)
      }),
    onEntry: (stored) => {
      entryStored = stored
    },
    runSteps: executor.runSteps,
    isInTransaction: within((transaction) =>
      transaction === null && executor.isJoining !== undefined
        ? executor.isJoining
        : Effect.succeed(transaction !== null)
    ),
    transact: (effect) =>
      within((transaction, _, pending) =>
        transaction === null ? beginAudited(effect, pending) : joinAudited(effect, transaction, pending)
      ),
    transactUnlimited: (effect) => within((transaction) => (transaction === null ? beginUnlimited(effect) : effect)),
    attempt: (effect) =>
      within((transaction, _, pending) =>
        transaction === null
          ? beginAudited(effect, pending)
          : transaction.attempt((part) => Effect.locally(joinAudited(effect, part, pending), current, part))
      ),
    snapshot: (effect) => within((transaction) => (transaction === null ? beginReading(effect) : effect)),
    snapshotUnlimited: (effect) =>
      within((transaction) => (transaction === null ? beginReadingUnlimited(effect) : effect)),
    withClient: (effect) =>
      within((transaction) => {
        const using = Effect.provideService(effect, SqlClient.SqlClient, sql)
        if (transaction === null) return using
        return Effect.flatMap(transaction.connected(), (connection) =>
          Effect.provideService(using, SqlClient.TransactionConnection, [connection, 0])
        )
      })
  })
}

/** A database that neither sees nor joins a transaction of the host. */
export const layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(
  Database,
  Effect.map(SqlClient.SqlClient, (sql) => make(sql, clientExecutor(sql)))
)

/**
 * A database that joins the transaction that the host has open on the same client. What Tollgate does is committed or
 * rolled back with it.
 */
export const layerJoining: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(
  Database,
  Effect.map(SqlClient.SqlClient, (sql) => make(sql, ambientTransaction(sql, clientExecutor(sql))))
)
