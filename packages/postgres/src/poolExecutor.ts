import type { StorageFailure } from "@tollgate/core/storage"
import {
  type Executor,
  nothingStored,
  type RowName,
  type Rows,
  retryWhileTransient,
  statementWithEntry
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Pg from "pg"
import { acquire, type Restore } from "./acquire.js"
import type { PoolMetrics } from "./PoolMetrics.js"
import { commitFailure, poolTransaction } from "./poolTransaction.js"
import { RowQueue } from "./RowQueue.js"
import { retryConflicts, retryDeadlocks } from "./retryConflicts.js"
import type { Session } from "./Session.js"
import type { Settings } from "./Settings.js"
import { stepRunner } from "./stepRunner.js"

/** The connections to a database. Reads have their own, so that they never wait for writes. */
export interface Pools {
  readonly readers: Pg.Pool
  readonly writers: Pg.Pool
}

const BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
const BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
// The wait for a lock, such as that of another machine's migration, keeps its limit.
const BEGIN_UNLIMITED = `${BEGIN_WRITING}; SET LOCAL statement_timeout = 0`

/** Runs statements on PostgreSQL. `now` is a monotonic clock in milliseconds. */
export const poolExecutor = (
  { readers, writers }: Pools,
  settings: Settings,
  now: () => number,
  metrics: PoolMetrics | null = null,
  rows = new RowQueue(settings.acquireTimeout)
): Executor => {
  const take = taking(settings, now, rows)
  const read = (text: string, params: ReadonlyArray<unknown>): Rows =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(take(readers)(undefined, restore), (session) =>
        send(session, text, params, nothingStored, restore)
      )
    )

  // An interruption does not end a write that is sent: its caller waits for the answer.
  const write = (text: string, params: ReadonlyArray<unknown>, row?: RowName): Rows =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(take(writers)(row, restore), (session) =>
        send(session, text, params, commitFailure, (answer) => answer)
      )
    )

  /** Takes a connection for a transaction that writes. */
  const takeWriter: ReturnType<typeof take> = (row, restore) => {
    const taken = take(writers)(row, restore)
    if (metrics === null) return taken
    return Effect.map(taken, (session) => {
      session.timeCommits(metrics.timeCommit)
      return session
    })
  }
  const transact = poolTransaction(takeWriter, { begin: BEGIN_WRITING }, now)
  const runSteps = stepRunner((restore) => takeWriter(undefined, restore), BEGIN_WRITING, now)
  const writeAgain = (...given: Parameters<typeof write>) =>
    retryWhileTransient(retryDeadlocks(write(...given), metrics?.retried))
  const unlimited = { begin: BEGIN_UNLIMITED, isUnlimited: true }
  return {
    read: (text, params) => retryWhileTransient(read(text, params)),
    write: writeAgain,
    writeAudited: (text, params, entry, row) => {
      const both = statementWithEntry(text, params, entry)
      return both === null ? null : writeAgain(...both, row)
    },
    snapshot: poolTransaction(take(readers), { begin: BEGIN_READING, isReading: true }, now),
    snapshotUnlimited: poolTransaction(
      take(readers),
      { begin: BEGIN_READING, isReading: true, isUnlimited: true },
      now
    ),
    transact: (body) => retryConflicts(transact(body), metrics?.retried),
    transactUnlimited: poolTransaction(take(writers), unlimited, now),
    runSteps: (settings, steps) => retryConflicts(runSteps(settings, steps), metrics?.retried)
  }
}

/**
 * Takes a place in the queue of a row, then a connection, both within the acquire timeout. When the connection is given back,
 * so is the place.
 */
const taking =
  (settings: Settings, now: () => number, rows: RowQueue) =>
  (pool: Pg.Pool) =>
  (nameOf: RowName | undefined, restore: Restore): Effect.Effect<Session, StorageFailure> => {
    if (nameOf === undefined) return acquire(pool, settings.preparedStatements, restore)
    const row = nameOf()
    const since = now()
    const leave = () => rows.leave(row)
    const session = Effect.suspend(() => {
      const waited = now() - since
      // Most writes wait for no other, and need no timer beside the pool's.
      const within = waited < 1 ? Infinity : Math.max(settings.acquireTimeout - waited, 1)
      return acquire(pool, settings.preparedStatements, restore, within)
    })
    return Effect.zipRight(
      rows.enter(row, restore),
      Effect.onError(session, () => Effect.sync(leave)).pipe(
        Effect.tap((taken) => Effect.sync(() => taken.onRelease(leave)))
      )
    )
  }

/** Sends one statement and gives the connection back after its answer. `wait` may be interrupted before that. */
const send = (
  session: Session,
  text: string,
  params: ReadonlyArray<unknown>,
  failed: (cause: unknown) => StorageFailure,
  wait: Restore
): Rows =>
  Effect.suspend(() => {
    let answer: Exit.Exit<ReadonlyArray<unknown>, StorageFailure> | undefined
    let finish = (exit: Exit.Exit<ReadonlyArray<unknown>, StorageFailure>) => {
      answer = exit
    }
    session.send(text, params, (failure, found) => {
      session.release()
      finish(failure === null ? Exit.succeed(found) : Exit.fail(failed(failure)))
    })
    return wait(
      Effect.async((resume) => {
        finish = resume
        if (answer !== undefined) resume(answer)
      })
    )
  })
