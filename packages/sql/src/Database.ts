import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as Statement from "@effect/sql/Statement"
import { StorageFailure, type Transaction } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import { isBusy, retryWhileBusy } from "./retryWhileBusy.js"
import { type OpenTransaction, type TransactionStatements, withinTransaction } from "./withinTransaction.js"

type Run = Context.Tag.Service<Transaction>["run"]
type Execute = <A>(statement: Statement.Statement<A>) => Effect.Effect<ReadonlyArray<unknown>, StorageFailure>

/**
 * How the stores speak to a database: one statement at a time, on the connection of their own transaction where one is
 * open. The ambient transaction of whatever other client the fiber uses is never joined.
 */
export class Database extends Context.Tag("@tollgate/sql/Database")<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    /** The rows of one statement that changes nothing. On a lock that another process holds it is tried again. */
    readonly read: Execute
    /** The rows of one statement that may change something. On a lock that another process holds it is tried again. */
    readonly write: Execute
    /** Makes an effect one act that writes; within one already, it is part of that. */
    readonly transact: Run
    /** Lets an effect read one state of the data, whoever writes meanwhile. */
    readonly snapshot: Run
    /** Lets an effect use the plain client within the transaction that is open. */
    readonly withClient: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E>
  }
>() {}

/** What is open around a statement: a transaction of ours, or the host's, whose connection it then runs on. */
interface Surroundings {
  readonly transaction: OpenTransaction | null
  readonly hostConnection: SqlConnection.Connection | null
}

const writing = (sql: SqlClient.SqlClient): TransactionStatements =>
  sql.onDialectOrElse({
    // A deferred BEGIN that reads first cannot wait for the lock when it comes to write.
    sqlite: () => ({ begin: "BEGIN IMMEDIATE", commit: "COMMIT", rollback: ["ROLLBACK"] }),
    orElse: () => ({ begin: "BEGIN", commit: "COMMIT", rollback: ["ROLLBACK"] })
  })

const reading = (sql: SqlClient.SqlClient): TransactionStatements =>
  sql.onDialectOrElse({
    pg: () => ({
      begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
      commit: "COMMIT",
      rollback: ["ROLLBACK"]
    }),
    orElse: () => ({ begin: "BEGIN", commit: "COMMIT", rollback: ["ROLLBACK"] })
  })

const savepoint: TransactionStatements = {
  begin: "SAVEPOINT tollgate",
  commit: "RELEASE SAVEPOINT tollgate",
  rollback: ["ROLLBACK TO SAVEPOINT tollgate", "RELEASE SAVEPOINT tollgate"]
}

const make = Effect.fnUntraced(function* (joinsHost: boolean) {
  const sql = yield* SqlClient.SqlClient
  // One for each database, so that two of them in one fiber never share a transaction.
  const current = FiberRef.unsafeMake<OpenTransaction | null>(null)
  const statements = { writing: writing(sql), reading: reading(sql) }

  const surrounded = <A, E, R>(f: (surroundings: Surroundings) => Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const transaction = fiber.getFiberRef(current)
      const host = joinsHost ? Context.getOption(fiber.currentContext, SqlClient.TransactionConnection) : undefined
      return f({
        transaction: transaction?.isOpen === true ? transaction : null,
        hostConnection: host?._tag === "Some" ? host.value[0] : null
      })
    })

  const run =
    (kind: keyof typeof statements): Run =>
    (effect) =>
      surrounded(({ hostConnection, transaction }) => {
        if (transaction !== null) return effect
        if (hostConnection === null) return withinTransaction(sql.reserve, current, statements[kind])(effect)
        return withinTransaction(Effect.succeed(hostConnection), current, savepoint)(effect)
      })

  const execute: Execute = (statement) =>
    surrounded(({ hostConnection, transaction }) => {
      const [text, params] = statement.compile(true)
      const on = (connection: SqlConnection.Connection) => connection.execute(text, params, undefined)
      const failure = Effect.mapError((cause: unknown) => new StorageFailure({ cause }))
      if (transaction !== null) {
        return Effect.tapError(failure(on(transaction.connection)), (failed) =>
          Effect.sync(() => transaction.fail(failed))
        )
      }
      if (hostConnection !== null) return failure(on(hostConnection))
      return failure(retryWhileBusy(isBusy)(Effect.scoped(Effect.flatMap(sql.reserve, on))))
    })

  return Database.of({
    sql,
    read: execute,
    write: execute,
    transact: run("writing"),
    snapshot: run("reading"),
    withClient: (effect) =>
      surrounded(({ transaction }) => {
        const using = Effect.provideService(effect, SqlClient.SqlClient, sql)
        if (transaction === null) return using
        return Effect.provideService(using, SqlClient.TransactionConnection, [transaction.connection, 0])
      })
  })
})

/** A database of its own: a transaction that the host has open is neither seen nor joined. */
export const layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(Database, make(false))

/**
 * A database that takes part in the transaction that the host has open on the very client it handed over. What
 * Tollgate does is then kept or lost with the host's transaction.
 */
export const layerJoining: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(Database, make(true))
