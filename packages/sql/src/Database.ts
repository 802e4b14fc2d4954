import * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure, type Transaction } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import type { Act, Rows } from "./Act.js"
import type { Connections, Within } from "./Connections.js"
import { joiningHost } from "./joiningHost.js"
import { ofClient } from "./ofClient.js"

type Run = Context.Tag.Service<Transaction>["run"]

/** A statement, or one whose text was compiled before. */
export interface Compilable {
  readonly compile: (withoutTransform?: boolean) => readonly [sql: string, params: ReadonlyArray<unknown>]
}

/**
 * How the stores speak to a database. A statement within an act of this database's is part of that; the ambient
 * transaction of whatever other client the fiber uses is never joined.
 */
export class Database extends Context.Tag("@tollgate/sql/Database")<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    /** The rows of one statement that only reads. */
    readonly read: (statement: Compilable) => Rows
    /** The rows of one statement that writes. */
    readonly write: (statement: Compilable) => Rows
    /** Makes an effect one act that writes; within one already, it is part of that. */
    readonly transact: Run
    /** The same; but within one already, it can fail and be undone alone. */
    readonly attempt: Run
    /** Lets an effect read one state of the data, whoever writes meanwhile. A write within it fails. */
    readonly snapshot: Run
    /** Lets an effect use the plain client within the transaction that is open. */
    readonly withClient: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E>
  }
>() {}

const writeInSnapshot = () => new StorageFailure({ cause: new Error("A snapshot is read-only.") })

/** A database whose statements run where `connections` says. */
export const make = (sql: SqlClient.SqlClient, connections: Connections): Context.Tag.Service<Database> => {
  // One for each database, so that two of them in one fiber never share a transaction.
  const current = FiberRef.unsafeMake<Act | null>(null)

  /** With the act that the fiber is in, unless that is over. */
  const within = <A, E, R>(f: (act: Act | null) => Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const act = fiber.getFiberRef(current)
      return f(act?.isOpen === true ? act : null)
    })

  const begin =
    (begin: Within): Run =>
    (effect) =>
      begin((act) => Effect.locally(effect, current, act))
  const beginWriting = begin(connections.transact)
  const beginReading = begin(connections.snapshot)

  return Database.of({
    sql,
    read: (statement) =>
      within((act) => {
        const [text, params] = statement.compile(true)
        return act === null ? connections.read(text, params) : act.query(text, params)
      }),
    write: (statement) =>
      within((act) => {
        const [text, params] = statement.compile(true)
        if (act === null) return connections.write(text, params)
        return act.isReading ? act.fail(writeInSnapshot()) : act.query(text, params)
      }),
    transact: (effect) => within((act) => (act === null ? beginWriting(effect) : effect)),
    attempt: (effect) =>
      within((act) =>
        act === null ? beginWriting(effect) : act.attempt((part) => Effect.locally(effect, current, part))
      ),
    snapshot: (effect) => within((act) => (act === null ? beginReading(effect) : effect)),
    withClient: (effect) =>
      within((act) => {
        const using = Effect.provideService(effect, SqlClient.SqlClient, sql)
        return act === null ? using : Effect.provideService(using, SqlClient.TransactionConnection, [act.connection, 0])
      })
  })
}

/** A database of its own: a transaction that the host has open is neither seen nor joined. */
export const layer: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(
  Database,
  Effect.map(SqlClient.SqlClient, (sql) => make(sql, ofClient(sql)))
)

/**
 * A database that takes part in the transaction that the host has open on the very client it handed over. What
 * Tollgate does is then kept or lost with the host's transaction.
 */
export const layerJoining: Layer.Layer<Database, never, SqlClient.SqlClient> = Layer.effect(
  Database,
  Effect.map(SqlClient.SqlClient, (sql) => make(sql, joiningHost(sql, ofClient(sql))))
)
