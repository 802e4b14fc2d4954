import type { SqlError } from "@effect/sql/SqlError"
import { StorageFailure } from "@tollgate/core/storage"
import {
  type Executor,
  type Rows,
  type RunTransaction,
  retryWhileTransient,
  TransactionContext,
  transactionExit,
  transactionTimeout
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Pg from "pg"
import { acquire } from "./acquire.js"
import { RowQueue } from "./RowQueue.js"
import { retryConflicts } from "./retryConflicts.js"
import { ServerError } from "./ServerError.js"
import type { Session } from "./Session.js"
import type { Settings } from "./Settings.js"

/** The connections to a database. Reads have their own, so that they never wait for writes. */
export interface Pools {
  readonly readers: Pg.Pool
  readonly writers: Pg.Pool
}

const BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
const BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

/** An error that the server reported means that it did not run the statement. */
const failed = (cause: unknown) =>
  new StorageFailure({ cause, outcome: ServerError.find(cause)?.leavesConnection ? "none" : "unknown" })

/** Runs statements on PostgreSQL. `now` is a monotonic clock in milliseconds. */
export const poolExecutor = ({ readers, writers }: Pools, settings: Settings, now: () => number): Executor => {
  const rows = new RowQueue(settings.acquireTimeout)
  const take = (pool: Pg.Pool) => acquire(pool, settings.preparedStatements)
  const enter = (row: string | undefined) => (row === undefined ? Effect.void : rows.enter(row))
  const leave = (row: string | undefined) => Effect.sync(() => row !== undefined && rows.leave(row))

  /** Runs one statement. An interruption does not wait for a statement that is sent; the connection does. */
  const send = (session: Session, text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<ReadonlyArray<unknown>, SqlError>((resume) =>
      session.send(text, params, (failure, found) => {
        session.release()
        resume(failure ?? Effect.succeed(found))
      })
    )

  const read = (text: string, params: ReadonlyArray<unknown>): Rows =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(take(readers), (session) =>
        Effect.mapError(restore(send(session, text, params)), (cause) => new StorageFailure({ cause, outcome: "none" }))
      )
    )

  const write = (text: string, params: ReadonlyArray<unknown>, row?: string): Rows =>
    Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(enter(row)),
        Effect.flatMap(take(writers), (session) => Effect.mapError(send(session, text, params), failed)).pipe(
          Effect.ensuring(leave(row))
        )
      )
    )

  /** Runs a body. Its first statement begins the transaction. */
  const attempt =
    (pool: Pg.Pool, begin: string, isReading: boolean): RunTransaction =>
    <A, E, R>(body: (context: TransactionContext) => Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          let session: Session | null = null
          let lockedRow: string | undefined
          let stopTimeout = () => {}
          let expired: (failure: StorageFailure) => void = () => {}
          const giveBack = () => {
            stopTimeout()
            session?.rollBack()
            session = null
          }
          const context = new TransactionContext(
            (row) =>
              Effect.uninterruptibleMask((restore) =>
                Effect.gen(function* () {
                  yield* restore(enter(row))
                  lockedRow = row
                  const taken = yield* take(pool)
                  session = taken
                  // If this fails, the connection is lost, and the next statement fails, too.
                  taken.send(begin, [], () => {})
                  stopTimeout = transactionTimeout(now, (tooLong) => {
                    context.expire(tooLong)
                    giveBack()
                    expired(tooLong)
                  })
                  return taken
                })
              ),
            { isReading, locksRows: !isReading }
          )
          const finish = Effect.fnUntraced(function* (exit: Exit.Exit<A, E | StorageFailure>) {
            const { failure } = context
            if (session === null) return yield* transactionExit(exit, failure)
            // Nobody waits for the end of a snapshot.
            if (isReading || Exit.isFailure(exit) || failure !== null) {
              giveBack()
              return yield* transactionExit(exit, failure)
            }
            const open: Session = session
            session = null
            yield* Effect.mapError(
              Effect.onExit(open.execute("COMMIT", [], undefined), () => Effect.sync(() => open.release())),
              failed
            )
            return yield* exit
          })
          // The body has a fiber of its own: if it is too slow, the caller need not wait for it.
          return Effect.flatMap(Effect.forkDaemon(restore(body(context))), (fiber) =>
            Effect.async<Exit.Exit<A, E | StorageFailure>>((resume) => {
              fiber.addObserver((exit) => {
                context.end()
                resume(Effect.succeed(exit))
              })
              expired = (failure) => {
                fiber.unsafeInterruptAsFork(fiber.id())
                resume(Effect.succeed(Exit.fail(failure)))
              }
            }).pipe(
              restore,
              Effect.onInterrupt(() =>
                Effect.sync(() => {
                  context.expire(
                    new StorageFailure({ cause: new Error("The transaction was interrupted."), outcome: "none" })
                  )
                  fiber.unsafeInterruptAsFork(fiber.id())
                })
              ),
              Effect.exit,
              Effect.flatMap((exit) => finish(Exit.flatten(exit))),
              Effect.zipLeft(fiber.inheritAll),
              Effect.ensuring(
                Effect.zipRight(
                  Effect.sync(giveBack),
                  Effect.suspend(() => leave(lockedRow))
                )
              )
            )
          )
        })
      )

  return {
    read: (text, params) => retryWhileTransient(read(text, params)),
    write: (text, params, row) => retryWhileTransient(write(text, params, row)),
    snapshot: attempt(readers, BEGIN_READING, true),
    transact: (body) => retryConflicts(attempt(writers, BEGIN_WRITING, false)(body))
  }
}
