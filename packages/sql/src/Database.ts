import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as Statement from "@effect/sql/Statement"
import { StorageFailure, type Transaction } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import { bracket, type OpenTransaction, type Words } from "./bracket.js"
import { isBusy, patiently } from "./busy.js"

type Run = Context.Tag.Service<Transaction>["run"]

/**
 * How the stores speak to a database: one statement at a time, on the connection of their own transaction where one is
 * open. The ambient transaction of whatever other client the fiber uses is never joined.
 */
export class Database extends Context.Tag("@tollgate/sql/Database")<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    /** The rows of one statement. On a lock that another process holds it is tried again. */
    readonly query: <A>(statement: Statement.Statement<A>) => Effect.Effect<ReadonlyArray<unknown>, StorageFailure>
    /** Makes an effect one act that writes; within one already, it is part of that. */
    readonly atomically: Run
    /** Lets an effect read one state of the data, whoever writes meanwhile. */
    readonly snapshot: Run
    /** Lets an effect use the plain client within the transaction that is open. */
    readonly withClient: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E>
  }
>() {}

/** Every statement runs on this connection, or on one reserved for it. */
interface Place {
  readonly own: OpenTransaction | null
  readonly host: SqlConnection.Connection | null
}

const writing = (sql: SqlClient.SqlClient): Words =>
  sql.onDialectOrElse({
    // A deferred BEGIN that reads first cannot wait for the lock when it comes to write.
    sqlite: () => ({ begin: "BEGIN IMMEDIATE", commit: "COMMIT", rollback: ["ROLLBACK"] }),
    orElse: () => ({ begin: "BEGIN", commit: "COMMIT", rollback: ["ROLLBACK"] })
  })

const reading = (sql: SqlClient.SqlClient): Words =>
  sql.onDialectOrElse({
    pg: () => ({
      begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
      commit: "COMMIT",
      rollback: ["ROLLBACK"]
    }),
    orElse: () => ({ begin: "BEGIN", commit: "COMMIT", rollback: ["ROLLBACK"] })
  })

const withinHost: Words = {
  begin: "SAVEPOINT tollgate",
  commit: "RELEASE SAVEPOINT tollgate",
  rollback: ["ROLLBACK TO SAVEPOINT tollgate", "RELEASE SAVEPOINT tollgate"]
}

const make = Effect.fnUntraced(function* (joinsHost: boolean) {
  const sql = yield* SqlClient.SqlClient
  // One for each database, so that two of them in one fiber never share a transaction.
  const current = FiberRef.unsafeMake<OpenTransaction | null>(null)
  const words = { writing: writing(sql), reading: reading(sql) }

  const placed = <A, E, R>(f: (place: Place) => Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const own = fiber.getFiberRef(current)
      const host = joinsHost ? Context.getOption(fiber.currentContext, SqlClient.TransactionConnection) : undefined
      return f({
        own: own?.isOpen === true ? own : null,
        host: host?._tag === "Some" ? host.value[0] : null
      })
    })

  const run =
    (kind: keyof typeof words): Run =>
    (effect) =>
      placed(({ host, own }) => {
        if (own !== null) return effect
        if (host !== null) return bracket(Effect.succeed(host), current, withinHost)(effect)
        return bracket(sql.reserve, current, words[kind])(effect)
      })

  return Database.of({
    sql,
    query: (statement) =>
      placed(({ host, own }) => {
        const [text, params] = statement.compile(true)
        const on = (connection: SqlConnection.Connection) => connection.execute(text, params, undefined)
        const failure = Effect.mapError((cause: unknown) => new StorageFailure({ cause }))
        if (own !== null) {
          return Effect.tapError(failure(on(own.connection)), (failed) => Effect.sync(() => own.fail(failed)))
        }
        if (host !== null) return failure(on(host))
        return failure(patiently(isBusy)(Effect.scoped(Effect.flatMap(sql.reserve, on))))
      }),
    atomically: run("writing"),
    snapshot: run("reading"),
    withClient: (effect) =>
      placed(({ own }) => {
        const using = Effect.provideService(effect, SqlClient.SqlClient, sql)
        return own === null ? using : Effect.provideService(using, SqlClient.TransactionConnection, [own.connection, 0])
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
