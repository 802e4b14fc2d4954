import type { SqlError } from "@effect/sql/SqlError"
import { StorageFailure } from "@tollgate/core/storage"
import { bracket, type Connections, type Rows, retryWhileTransient } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import type { Lending } from "./Lending.js"
import type { PoolConnection } from "./PoolConnection.js"
import { tryAgain } from "./tryAgain.js"

const answer = <A>(value: A | null, failure: SqlError | null, resume: (_: Effect.Effect<A, SqlError>) => void) => {
  if (value !== null) resume(Effect.succeed(value))
  else if (failure !== null) resume(Effect.fail(failure))
}

/**
 * A statement by itself. One that is interrupted before it was sent is never sent; one that is under way is waited for
 * where `isAwaited`, so that whoever is told of the interruption finds what it did.
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

/** Where statements run on PostgreSQL: alone on any connection of the pool, or in a transaction of a connection's own. */
export const pooledConnections = (lending: Lending, mostTransactions: number): Connections => {
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
          // It was lent at the very moment, and the interruption came first.
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
    snapshot: bracket(acquire, { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", isReading: true }),
    transact: bracket(
      acquire,
      { begin: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE", isReading: false },
      tryAgain(mostTransactions)
    )
  }
}
