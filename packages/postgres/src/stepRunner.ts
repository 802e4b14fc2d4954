import type { StorageFailure } from "@tollgate/core/storage"
import { type Executor, nothingStored, type Step, type Steps, transactionTimeout } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import type { Restore } from "./acquire.js"
import { beginFailure, commitFailure, isServers } from "./poolTransaction.js"
import type { Session } from "./Session.js"

type AllRows = ReadonlyArray<ReadonlyArray<unknown>>

/** The answers to statements: the rows of each so far, and the first failure, or null. */
interface Answers {
  readonly rows: Array<ReadonlyArray<unknown>>
  failed: unknown
}

const sendAll = (session: Session, { statements }: Pick<Step, "statements">, answered = (_: Answers) => {}) => {
  const answers: Answers = { rows: [], failed: null }
  for (const { params, text } of statements) {
    session.send(text, params, (failure, rows) => {
      answers.failed ??= failure
      answers.rows.push(rows)
      if (answers.rows.length === statements.length) answered(answers)
    })
  }
  if (statements.length === 0) answered(answers)
  return answers
}

/** The failure of a COMMIT that was sent behind statements: after one that the server did not run, it rolls back. */
const lastFailure = (failed: unknown, cause: unknown): StorageFailure => {
  if (failed !== null && (cause === null || isServers(failed))) return nothingStored(failed)
  return cause === null ? nothingStored(new Error("A statement failed.")) : commitFailure(cause)
}

/**
 * Runs steps in a transaction: BEGIN is sent with the first one, and COMMIT with the last one. It has no fiber of its own, and is never
 * interrupted, but it expires. `now` is a monotonic clock in milliseconds.
 */
export const stepRunner =
  (
    take: (restore: Restore) => Effect.Effect<Session, StorageFailure>,
    begin: string,
    now: () => number
  ): NonNullable<Executor["runSteps"]> =>
  <A>(settings: string, steps: () => Steps<A>) => {
    const run = (session: Session) =>
      Effect.async<A, StorageFailure>((resume) => {
        const running = steps()
        let hasBegun = false
        let refused: StorageFailure | null = null
        let isOver = false
        const giveUp = (exit: Effect.Effect<never, StorageFailure>) => {
          stopTimeout()
          isOver = true
          // A statement that outlasts the transaction is not waited for.
          if (session.isIdle) return session.rollBack(() => resume(exit))
          session.rollBack()
          resume(exit)
        }
        const stopTimeout = transactionTimeout(now, giveUp)
        /** What the server has begun to commit does not expire. */
        const commit = (step: Pick<Step, "statements">, ended: (rows: AllRows) => Effect.Effect<A>) => {
          stopTimeout()
          const answers = sendAll(session, step)
          // What the driver refused was not sent, and the rest must not be committed without it.
          if (answers.failed !== null) giveUp(nothingStored(answers.failed))
          else
            session.send("COMMIT", [], (cause, _, command) => {
              session.release()
              const isCommitted = cause === null && command === "COMMIT"
              resume(isCommitted ? Effect.suspend(() => ended(answers.rows)) : lastFailure(answers.failed, cause))
            })
        }
        const last = (rows: AllRows) => {
          const end = running.next(rows)
          return end.done === true ? Effect.succeed(end.value) : Effect.dieMessage("A step follows the last one.")
        }
        const answered = ({ failed, rows }: Answers) => {
          if (isOver) return
          if (refused !== null) giveUp(refused)
          else if (failed !== null) giveUp(nothingStored(failed))
          else go(rows)
        }
        const next = (rows: AllRows) => {
          const step = running.next(rows)
          if (step.done === true) commit({ statements: [] }, () => Effect.succeed(step.value))
          // Before BEGIN is answered, statements could be stored alone.
          else if (step.value.isLast && hasBegun) commit(step.value, last)
          else sendAll(session, step.value, answered)
        }
        const go = (rows: AllRows) => {
          try {
            next(rows)
          } catch (defect) {
            giveUp(Effect.die(defect))
          }
        }
        session.send(`${begin}; ${settings}`, [], (failure) => {
          if (failure === null) hasBegun = true
          else refused = beginFailure(failure)
        })
        go([])
      })
    return Effect.uninterruptibleMask((restore) => Effect.flatMap(take(restore), run))
  }
