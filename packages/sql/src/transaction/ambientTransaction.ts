import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { StorageFailure } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Executor, RunTransaction } from "./Executor.js"
import { TransactionContext } from "./TransactionContext.js"
import { nothingStored } from "./toStorageFailure.js"

const undone = () => nothingStored(new Error("The database has rolled back the host's transaction."))

/**
 * Runs everything inside the transaction that the host has open on its client, one after another, each in a
 * savepoint: on PostgreSQL a failing statement would otherwise abort the host's transaction.
 */
export const ambientTransaction = (sql: SqlClient.SqlClient, alone: Executor): Executor => {
  const locksRows = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const contexts = new WeakMap<SqlConnection.Connection, TransactionContext>()
  const begin = (connection: SqlConnection.Connection) => {
    const context = new TransactionContext(connection, { locksRows })
    contexts.set(connection, context)
    return context
  }

  /**
   * After SQLite has rolled back a transaction by itself, BEGIN fails on this connection only while another one is
   * open.
   */
  const anew = (connection: SqlConnection.Connection): Effect.Effect<TransactionContext, StorageFailure> =>
    Effect.flatMap(Effect.exit(connection.execute("BEGIN", [], undefined)), (begun) =>
      Exit.isFailure(begun)
        ? Effect.sync(() => begin(connection))
        : Effect.zipRight(Effect.ignore(connection.execute("ROLLBACK", [], undefined)), undone())
    )
  const isSqlite = sql.onDialectOrElse({ sqlite: () => true, orElse: () => false })

  const within = <A, E, R>(
    otherwise: Effect.Effect<A, E, R>,
    joined: (host: TransactionContext) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageFailure, R> =>
    Effect.withFiberRuntime<A, E | StorageFailure, R>((fiber) => {
      const host = Context.getOption(fiber.currentContext, SqlClient.TransactionConnection)
      if (Option.isNone(host)) return otherwise
      const [connection] = host.value
      const context = contexts.get(connection)
      if (context !== undefined && context.failure === null) return joined(context)
      return context === undefined || !isSqlite ? joined(begin(connection)) : Effect.flatMap(anew(connection), joined)
    })

  const run =
    (alone: RunTransaction): RunTransaction =>
    <A, E, R>(body: (context: TransactionContext) => Effect.Effect<A, E, R>) =>
      within<A, E | StorageFailure, R>(alone(body), (host) => host.attempt(body))

  return {
    isJoining: Effect.contextWith((context: Context.Context<never>) =>
      Option.isSome(Context.getOption(context, SqlClient.TransactionConnection))
    ),
    read: (text, params) =>
      within(alone.read(text, params), (host) => host.attempt((part) => part.query(text, params))),
    write: (text, params) =>
      within(alone.write(text, params), (host) => host.attempt((part) => part.query(text, params))),
    snapshot: run(alone.snapshot),
    snapshotUnlimited: run(alone.snapshotUnlimited),
    transact: run(alone.transact),
    transactUnlimited: run(alone.transactUnlimited)
  }
}
