import type { SqlError } from "@effect/sql/SqlError"
import { StorageFailure } from "@tollgate/core/storage"
import { type Executor, type Rows, retryWhileTransient, runTransaction } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import type { Lending } from "./Lending.js"
import type { PoolConnection } from "./PoolConnection.js"
import { tryAgain } from "./tryAgain.js"

const answer = <A>(value: A | null, failure: SqlError | null, resume: (_: Effect.Effect<A, SqlError>) => void) => {
  if (value !== null) resume(Effect.succeed(value))
  else if (failure !== null) resume(Effect.fail(failure))
}

/**
 * Runs a single statement. If it is interrupted before it is sent, it is not sent. While it is running, the
 * interruption waits for its result if `isAwaited`.
 */
const alone = (lending: Lending, isAwaited: boolean) => (text: string, params: ReadonlyArray<unknown>) =>
  Effect.async<ReadonlyArray<unknown>, SqlError>((resume) => {
    let isUnderWay = false
    let onceOver = () => {}
    const cancel = lending.borrow((connection, failure) => {
      if (connection === null) return answer<ReadonlyArray<unknown>>(null, failure, resume)
      isUnderWay = true
      connection.send(text, params, (failure, rows) => {
        isUnderWay = false
        connection.release()
        answer(failure === null ? rows : null, failure, resume)
        onceOver()
      })
    })
    return Effect.async<void>((resume) => {
      cancel()
      if (isUnderWay && isAwaited) onceOver = () => resume(Effect.void)
      else resume(Effect.void)
    })
  })

/**
 * Runs statements on PostgreSQL: single ones on any connection of the pool, transactions on a connection of their
 * own.
 */
export const pooledConnections = (lending: Lending, mostTransactions: number): Executor => {
  const acquire = Effect.acquireRelease(
    Effect.interruptible(
      Effect.async<PoolConnection, SqlError>((resume) => {
        let lent: PoolConnection | null = null
        const cancel = lending.borrow((connection, failure) => {
          lent = connection
          answer(connection, failure, resume)
        })
        return Effect.sync(() => {
          cancel()
          // It was lent just before the interruption.
          lent?.release()
        })
      })
    ),
    (connection) => Effect.sync(() => connection.release())
  )
  const single = (isAwaited: boolean) => {
    const once = alone(lending, isAwaited)
    return (text: string, params: ReadonlyArray<unknown>): Rows =>
      Effect.mapError(retryWhileTransient(once(text, params)), (cause) => new StorageFailure({ cause }))
  }
  return {
    read: single(false),
    write: single(true),
    snapshot: runTransaction(acquire, { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", isReading: true }),
    transact: runTransaction(
      acquire,
      { begin: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE", isReading: false },
      tryAgain(mostTransactions)
    )
  }
}
