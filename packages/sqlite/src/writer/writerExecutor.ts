import type { StorageFailure, UnsealedEntry } from "@tollgate/core/storage"
import {
  type Executor,
  isAnswer,
  type RunTransaction,
  type TransactionContext,
  transactionExit
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import type * as Scheduler from "effect/Scheduler"
import type { Outcome } from "./QueuedWrite.js"
import type { WriteQueue } from "./WriteQueue.js"

const settled = (part: { readonly whenSettled: (onSettled: (outcome: Outcome) => void) => void }) =>
  Effect.async<Outcome>((resume) => part.whenSettled((outcome) => resume(Effect.succeed(outcome))))

/**
 * Runs a body at its turn, and once more if its transaction is rolled back with another part. An interruption leaves the queue,
 * or ends the turn. What `Effect.onInterrupt` and `Effect.withScheduler` do is written out: a transaction of a few statements
 * would take longer for them than for one of its statements.
 */
const transaction =
  (queue: WriteQueue, isUnlimited: boolean): RunTransaction =>
  <A, E, R>(body: (context: TransactionContext) => Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) => {
      const attempt = (isAgain: boolean): Effect.Effect<A, E | StorageFailure, R> =>
        Effect.withFiberRuntime<A, E | StorageFailure, R>((fiber) => {
          const turn = queue.turn(isUnlimited, isAgain)
          const given = Effect.async<void, StorageFailure>((resume) => {
            turn.give = () => resume(Effect.void)
            turn.whenSettled((outcome) => {
              if (outcome !== null) resume(outcome)
            })
          })
          const usual = fiber.getFiberRef(FiberRef.currentScheduler)
          // Resumes the fiber within the call that gives the turn. Until its body suspends, its statements run there, and the
          // queue goes on without a turn of the event loop.
          const within: Scheduler.Scheduler = {
            shouldYield: (fiber) => usual.shouldYield(fiber),
            scheduleTask: (task, priority, fiber) => {
              if (turn.isGiving) task()
              else usual.scheduleTask(task, priority, fiber)
            }
          }
          const run = () =>
            Effect.flatMap(Effect.exit(restore(body(turn.context))), (exit) => {
              queue.end(turn, Exit.isFailure(exit), isAnswer(exit))
              // A failure waits, too: it may result from writes of others that are then not stored.
              return Effect.flatMap(settled(turn), (outcome) =>
                turn.mustRepeat ? attempt(true) : transactionExit(exit, outcome ?? turn.context.failure)
              )
            })
          const schedule = (scheduler: Scheduler.Scheduler) => FiberRef.set(FiberRef.currentScheduler, scheduler)
          const turned = Effect.matchCauseEffect(restore(given), {
            onFailure: (cause) => {
              if (!queue.leave(turn)) queue.end(turn, true)
              return Effect.zipRight(schedule(usual), Effect.failCause(cause))
            },
            onSuccess: () => Effect.zipRight(schedule(usual), run())
          })
          return Effect.zipRight(schedule(within), turned)
        })
      return attempt(false)
    })

/** Runs a single statement, with the audit entry that is stored if it changes a row. */
const statement = (
  queue: WriteQueue,
  text: string,
  params: ReadonlyArray<unknown>,
  entry: UnsealedEntry | null
): Effect.Effect<ReadonlyArray<unknown>, StorageFailure> =>
  // Cheaper than `Effect.onInterrupt`, which handles the exit of every write. So are acts.
  Effect.uninterruptibleMask((restore) => {
    const part = queue.single(text, params, entry)
    const stored = Effect.async<ReadonlyArray<unknown>, StorageFailure>((resume) => {
      part.whenSettled((outcome) => resume(outcome ?? Effect.succeed(part.rows)))
    })
    // An interruption leaves the queue, or waits for the result of the statement.
    return Effect.catchAllCause(restore(stored), (cause) => {
      const failed = Effect.failCause(cause)
      return part.outcome !== undefined || queue.leave(part) ? failed : Effect.zipRight(settled(part), failed)
    })
  })

/** Writes through a queue. */
export const writerExecutor = (
  queue: WriteQueue
): Omit<Executor, "atVersion" | "read" | "snapshot" | "snapshotUnlimited"> => ({
  write: (text, params) => statement(queue, text, params, null),
  writeAudited: (text, params, entry) => statement(queue, text, params, entry),
  act: (f, owner) =>
    Effect.uninterruptibleMask((restore) => {
      let answer: Exit.Exit<ReturnType<typeof f>> | undefined
      const part = queue.act((execute, epoch) => {
        answer = Exit.succeed(f(execute, epoch))
      }, owner)
      const stored = Effect.async<ReturnType<typeof f>, StorageFailure>((resume) => {
        part.whenSettled((outcome) => resume(outcome ?? answer ?? Effect.dieMessage("The act has not run.")))
      })
      return Effect.catchAllCause(restore(stored), (cause) => {
        const failed = Effect.failCause(cause)
        return part.outcome !== undefined || queue.leave(part) ? failed : Effect.zipRight(settled(part), failed)
      })
    }),
  transact: transaction(queue, false),
  transactUnlimited: transaction(queue, true)
})
