import type * as SqlClient from "@effect/sql/SqlClient"
import type { StorageFailure, Transaction } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Compiled, RowName, Rows } from "./Connected.js"
import type { ActOwner, Executor, SyncAct, Version } from "./Executor.js"

type Run = Context.Tag.Service<Transaction>["run"]

/** A statement, or one with a precompiled text. */
export interface Compilable {
  readonly compile: (withoutTransform?: boolean) => readonly [sql: string, params: ReadonlyArray<unknown>]
  /** The single row that this statement locks, so that its waiters queue apart and hold no connection. */
  readonly row?: RowName
}

/**
 * Runs the statements of the stores. A statement inside a transaction of this database joins it. A transaction of the host
 * is joined by `layerJoining` only.
 */
export class Database extends Context.Tag("@tollgate/sql/Database")<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    /** Runs one statement that reads, and returns its rows. */
    readonly read: (statement: Compilable) => Rows
    /**
     * The same for rows of one table that a later write of the transaction depends on. A transaction on PostgreSQL locks
     * them, because under READ COMMITTED it would overwrite what another one has changed meanwhile.
     *
     * @param locking The clause that locks the rows. @default "FOR NO KEY UPDATE"
     */
    readonly readForUpdate: (statement: Compilable, locking?: string) => Rows
    /**
     * Calls a function with the version of the committed state, for rows that are cached: they are unchanged as long as the version is.
     * Null inside a transaction, which sees its own changes, and if the database has no version: nothing may be cached then.
     */
    readonly atVersion: <A, E, R>(f: (version: Version | null) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs an effect whose `readForUpdate` locks nothing, because what it reads is guarded by other rows that are locked. */
    readonly withoutLocks: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Runs a statement that locks the row that owns a set, before a rule over the set is judged. Only transactions on
     * PostgreSQL need it: on SQLite there is one writer.
     */
    readonly lock: (statement: Compilable) => Effect.Effect<void, StorageFailure>
    /** Runs one statement that writes, and returns its rows. */
    readonly write: (statement: Compilable) => Rows
    /** Runs statements in a transaction, one after another, and returns the rows of each. They are sent together if the driver can. */
    readonly writeAll: (
      statements: ReadonlyArray<Compiled>
    ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, StorageFailure>
    /**
     * Runs a statement that writes in front of the next one of a transaction, which does not wait for its answer if the driver can send both
     * together. `answered` is called before the next one has its answer, and returns why nothing of the transaction is stored, or null.
     */
    readonly writeAhead: (
      statement: Compilable,
      answered: (rows: Exit.Exit<ReadonlyArray<unknown>, StorageFailure>) => StorageFailure | null
    ) => Effect.Effect<void, StorageFailure>
    /**
     * Runs the last statements of a transaction. Its commit does not wait for their answers if the driver can send them with it: `answered` is
     * called with the rows of each if all succeed, and if one fails, nothing of the transaction is stored.
     */
    readonly writeLast: (
      statements: ReadonlyArray<Compiled>,
      answered: (rows: ReadonlyArray<ReadonlyArray<unknown>>) => void
    ) => Effect.Effect<void, StorageFailure>
    /**
     * Runs a function of several statements as one transaction, without suspending. Inside another transaction, or if the
     * driver's statements are not synchronous, it runs `otherwise` instead, in a transaction. `owner` remembers rows from
     * one act to the next.
     */
    readonly act: <A, E, R>(
      f: SyncAct<A>,
      otherwise: Effect.Effect<A, E, R>,
      owner: ActOwner
    ) => Effect.Effect<A, E | StorageFailure, R>
    /** Calls back when an audit entry was committed, which may have no number and hash yet. One caller only. */
    readonly onEntry: (stored: () => void) => void
    /** Runs the steps of a transaction of their own, if the driver can. */
    readonly runSteps: Executor["runSteps"]
    /** Registers a callback for when statements may go to another database than before. Absent if that cannot happen. */
    readonly onNewServer: Executor["onNewServer"]
    /** Whether the fiber is inside a transaction of this database, or of the host if it joins that. */
    readonly isInTransaction: Effect.Effect<boolean>
    /** Runs an effect in a transaction. Inside another one, it joins that. */
    readonly transact: Run
    /** The same without limits of time, for changes of the schema. Other writes may wait for it meanwhile. */
    readonly transactUnlimited: Run
    /** The same as `transact`, but inside another transaction it can fail and be rolled back alone. */
    readonly attempt: Run
    /** Lets an effect read one state of the data during concurrent writes. A write inside fails. */
    readonly snapshot: Run
    /** The same without limits of time, for reads that may take 50 ms or more. Others do not wait for them. */
    readonly snapshotUnlimited: Run
    /** Lets an effect use the SQL client inside the open transaction. */
    readonly withClient: <A, E>(
      effect: Effect.Effect<A, E, SqlClient.SqlClient>
    ) => Effect.Effect<A, E | StorageFailure>
  }
>() {}
