import type { StorageFailure, UnsealedEntry } from "@tollgate/core/storage"
import type * as Effect from "effect/Effect"
import type { RowName, Rows } from "./Connected.js"
import type { TransactionContext } from "./TransactionContext.js"

/** Statements of a transaction that are sent together, one after another. */
export interface Step {
  readonly statements: ReadonlyArray<{ readonly text: string; readonly params: ReadonlyArray<unknown> }>
  /** Whether no step follows: COMMIT may be sent together with these. */
  readonly isLast: boolean
}

/** The steps of a transaction. Each answers the rows of its statements. */
export type Steps<A> = Generator<Step, A, ReadonlyArray<ReadonlyArray<unknown>>>

/** A number that differs after each commit to a database. */
export type Version = number

/** Runs a body in a transaction, from begin to commit or rollback. */
export type RunTransaction = <A, E, R>(
  body: (context: TransactionContext) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | StorageFailure, R>

/** Runs a statement synchronously and returns its rows, whose integers are bigints. Throws the driver's error. */
export type Query = (text: string, params: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

/**
 * A function of several statements that runs alone and never suspends. It is called with the same `epoch` as the last act of
 * its owner as long as nothing else has changed the database: no other write, no other process, no rollback. So what the owner
 * knows of rows from an earlier act with this epoch is still true.
 */
export type SyncAct<A> = (query: Query, epoch: object) => A

/** Keeps rows between its acts. It can leave writes of several acts to be made together. */
export interface ActOwner {
  /**
   * Makes the writes that acts have left, in their transaction: before anything else happens in it, and before its commit. If it
   * throws, none of these acts is stored, the epoch ends, and each of several acts runs again alone.
   */
  readonly write: (query: Query) => void
  /** Called after a commit: everything that was written is stored. */
  readonly stored: () => void
}

/**
 * Where the statements of a database run. Each driver package implements it; the stores do not depend on the driver.
 */
export interface Executor {
  /** Whether statements of the fiber join a transaction of the host. Absent if none ever does. */
  readonly isJoining?: Effect.Effect<boolean>
  /** Runs a single statement that reads. */
  readonly read: (text: string, params: ReadonlyArray<unknown>) => Rows
  /**
   * Calls a function with the version of the committed state. Every commit, of any process, changes it before the commit is acknowledged. Null
   * if it is not known. Absent if it costs as much as a statement.
   */
  readonly atVersion?: <A, E, R>(f: (version: Version | null) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Runs a single statement that writes. It is committed when this returns. `row` names the row that it changes, if it is
   * one row.
   */
  readonly write: (text: string, params: ReadonlyArray<unknown>, row?: RowName) => Rows
  /**
   * Runs a single statement that writes, and stores an audit entry with it if it changes a row. Null if it cannot. Absent if the driver
   * never can: both are then statements of a transaction.
   */
  readonly writeAudited?: (
    text: string,
    params: ReadonlyArray<unknown>,
    entry: UnsealedEntry,
    row?: RowName
  ) => Rows | null
  /**
   * Runs the statements of an act, which are committed together or not at all, with what it leaves to its owner. The function
   * runs once more, alone, if the writes that it and others have left fail together. If it throws, its owner must have undone what it has left. Absent if the driver's statements are not synchronous.
   */
  readonly act?: <A>(f: SyncAct<A>, owner: ActOwner) => Effect.Effect<A, StorageFailure>
  /** Runs statements that read one state of the data. A write among them fails. */
  readonly snapshot: RunTransaction
  /** The same without limits of time, for reads that may be long. Others do not wait for them: on SQLite, they run on a thread of their own. */
  readonly snapshotUnlimited: RunTransaction
  /** Runs statements that are committed together or not at all. The body may run again, in a new transaction. */
  readonly transact: RunTransaction
  /** The same without limits of time, for changes of the schema. */
  readonly transactUnlimited: RunTransaction
  /**
   * Runs steps in a transaction of their own, whatever transaction is open, with as few messages as possible. `settings` are statements
   * that begin it. The steps may run again, in a new transaction. Absent if the driver cannot send statements together.
   */
  readonly runSteps?: <A>(settings: string, steps: () => Steps<A>) => Effect.Effect<A, StorageFailure>
  /** Registers a callback for when statements may go to another database than before. Absent if that cannot happen. */
  readonly onNewServer?: (changed: () => void) => void
}
