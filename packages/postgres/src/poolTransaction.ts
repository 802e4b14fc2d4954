import { StorageFailure } from "@tollgate/core/storage"
import {
  nothingStored,
  type RowName,
  type RunTransaction,
  TransactionContext,
  transactionExit,
  transactionTimeout
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Restore } from "./acquire.js"
import { ServerError } from "./ServerError.js"
import type { Session } from "./Session.js"

/** How a transaction on PostgreSQL begins. */
export interface PoolTransactionOptions {
  readonly begin: string
  /** Whether it only reads. @default false */
  readonly isReading?: boolean
  /** Whether it may stay open, and a statement may take, as long as it needs. @default false */
  readonly isUnlimited?: boolean
}

/** Whether the server reported an error, and keeps the connection open. */
export const isServers = (cause: unknown) => ServerError.find(cause)?.leavesConnection === true

/** A failed COMMIT, or a failed single write: an error that the server reported means that nothing was stored. */
export const commitFailure = (cause: unknown): StorageFailure =>
  new StorageFailure({ cause, outcome: isServers(cause) ? "none" : "unknown" })

/** A failed BEGIN: the first statement, which was sent with it, may then have been stored alone. */
export const beginFailure = (cause: unknown) =>
  new StorageFailure({ cause, outcome: isServers(cause) ? "unknown" : "none" })

/**
 * Runs a body in a transaction that its first statement begins. `take` takes a connection, given the row that this statement
 * locks. `now` is a monotonic clock in milliseconds.
 */
export const poolTransaction =
  (
    take: (row: RowName | undefined, restore: Restore) => Effect.Effect<Session, StorageFailure>,
    { begin, isReading = false, isUnlimited = false }: PoolTransactionOptions,
    now: () => number
  ): RunTransaction =>
  <A, E, R>(body: (context: TransactionContext) => Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        let session: Session | null = null
        let stopTimeout = () => {}
        let expired: (failure: StorageFailure) => void = () => {}
        const giveBack = () => {
          stopTimeout()
          session?.rollBack()
          session = null
        }
        const open = (taken: Session) => {
          session = taken
          if (isUnlimited) taken.unlimited()
          taken.send(begin, [], (failure) => {
            if (failure !== null) context.fail(beginFailure(failure))
          })
          if (isUnlimited) return
          stopTimeout = transactionTimeout(now, (tooLong) => {
            context.expire(tooLong)
            giveBack()
            expired(tooLong)
          })
        }
        const context = new TransactionContext(
          (row) =>
            Effect.uninterruptibleMask((restore) =>
              Effect.flatMap(take(row, restore), (taken) => {
                if (context.state === "waiting") {
                  open(taken)
                  return Effect.succeed(taken)
                }
                // The transaction ended during the wait: a fiber that its body forked may still be in it.
                taken.release()
                return nothingStored(new Error(`The transaction is ${context.state}.`))
              })
            ),
          { isReading, locksRows: !isReading }
        )
        /**
         * Waits for the end of a transaction that is undone: giving back skips rows that are still locked. It does not wait for a statement
         * that outlasts the transaction, or for a server that is gone.
         */
        const undo = Effect.async<void>((resume) => {
          const undone = session
          if (isReading || undone === null || !undone.isIdle) {
            giveBack()
            return resume(Effect.void)
          }
          stopTimeout()
          session = null
          undone.rollBack(() => resume(Effect.void))
        })
        const finish = Effect.fnUntraced(function* (exit: Exit.Exit<A, E | StorageFailure>) {
          const { failure } = context
          if (session === null || isReading || Exit.isFailure(exit) || failure !== null) {
            yield* undo
            return yield* transactionExit(exit, failure)
          }
          // From here on, the end of the time finds no connection to give back.
          const committing: Session = session
          session = null
          const isCommitted = yield* Effect.mapError(committing.commit, commitFailure)
          return yield* isCommitted ? exit : (context.failure ?? nothingStored(new Error("A statement failed.")))
        })
        // The body has a fiber of its own: if it is too slow, the caller need not wait for it.
        return Effect.flatMap(Effect.forkDaemon(restore(body(context))), (fiber) => {
          const ended = Effect.async<Exit.Exit<A, E | StorageFailure>>((resume) => {
            fiber.addObserver((exit) => {
              context.end()
              resume(Effect.succeed(exit))
            })
            expired = (failure) => {
              fiber.unsafeInterruptAsFork(fiber.id())
              resume(Effect.succeed(Exit.fail(failure)))
            }
          })
          const interrupt = Effect.sync(() => {
            context.expire(nothingStored(new Error("The transaction was interrupted.")))
            fiber.unsafeInterruptAsFork(fiber.id())
          })
          return Effect.onInterrupt(restore(ended), () => interrupt).pipe(
            Effect.exit,
            Effect.flatMap((exit) => finish(Exit.flatten(exit))),
            Effect.zipLeft(fiber.inheritAll),
            Effect.ensuring(Effect.sync(giveBack))
          )
        })
      })
    )
