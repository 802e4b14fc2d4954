import * as SqlClient from "@effect/sql/SqlClient"
import type { StorageFailure, Transaction } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { ambientTransaction } from "./ambientTransaction.js"
import { auditedWrites } from "./auditedWrites.js"
import type { Compiled, RowName, Rows } from "./Connected.js"
import { clientExecutor } from "./clientExecutor.js"
import { Database } from "./Database.js"
import type { ActOwner, Executor, RunTransaction, SyncAct } from "./Executor.js"
import { fiberTransaction } from "./fiberTransaction.js"
import type { TransactionContext } from "./TransactionContext.js"
import { writeInSnapshot } from "./writeInSnapshot.js"

type Run = Context.Tag.Service<Transaction>["run"]

/** A database whose statements run on `executor`. */
export const make = (sql: SqlClient.SqlClient, executor: Executor): Context.Tag.Service<Database> => {
  const fiber = fiberTransaction()
  const { current, locks, within } = fiber
  const { beginAudited, joinAudited, onEntry, writeAudited, writeAuditedWithin, writeWithin } = auditedWrites(
    sql,
    executor,
    fiber
  )
  const begin =
    (begin: RunTransaction): Run =>
    (effect) =>
      begin((transaction) => Effect.locally(effect, current, transaction))
  const beginWriting = begin(executor.transact)
  const beginUnlimited = begin(executor.transactUnlimited)
  const beginReading = begin(executor.snapshot)
  const beginReadingUnlimited = begin(executor.snapshotUnlimited)

  /** The same as `query`, at once if the driver can. */
  const queryWithin = (transaction: TransactionContext, [text, params]: Compiled, row?: RowName): Rows =>
    transaction.queryNow(text, params) ?? transaction.query(text, params, row)

  return Database.of({
    sql,
    read: (statement) =>
      within((transaction) => {
        const [text, params] = statement.compile(true)
        return transaction === null ? executor.read(text, params) : queryWithin(transaction, [text, params])
      }),
    atVersion: (f) =>
      within((transaction) =>
        transaction === null && executor.atVersion !== undefined ? executor.atVersion(f) : f(null)
      ),
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
    act: <A, E, R>(f: SyncAct<A>, otherwise: Effect.Effect<A, E, R>, owner: ActOwner) =>
      within<A, E | StorageFailure, R>((transaction) => {
        if (transaction !== null) return otherwise
        return executor.act === undefined ? beginWriting(otherwise) : executor.act(f, owner)
      }),
    onEntry,
    runSteps: executor.runSteps,
    onNewServer: executor.onNewServer,
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
