import { StorageFailure } from "@tollgate/core/storage"
import {
  type Executor,
  type Rows,
  retryWhileTransient,
  TransactionContext,
  transactionExit,
  transactionTimeout
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import type { SqliteConnection } from "./SqliteConnection.js"

/** Maximum number of snapshots at the same time: each is a connection that keeps the log from being checkpointed. */
const MOST_SNAPSHOTS = 2

/** Reads concurrently with the writer. Connections for snapshots are opened on demand. */
export const makeReaders = (open: () => SqliteConnection, now: () => number) => {
  const idle: Array<SqliteConnection> = []
  const opened: Array<SqliteConnection> = []
  const permits = Effect.unsafeMakeSemaphore(MOST_SNAPSHOTS)
  const connect = () => {
    const connection = open()
    opened.push(connection)
    return connection
  }
  /** This connection never has an open transaction, so each statement sees all committed data. */
  const single = connect()
  const attempt = <A>(act: () => A) => Effect.try({ try: act, catch: (cause) => new StorageFailure({ cause }) })

  const readOnce = (text: string, params: ReadonlyArray<unknown>) => single.execute(text, params)
  const read = (text: string, params: ReadonlyArray<unknown>): Rows =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(readOnce(text, params))
      } catch (cause) {
        const failure = new StorageFailure({ cause })
        let isFirst = true
        return retryWhileTransient(
          Effect.suspend(() => {
            if (!isFirst) return attempt(() => readOnce(text, params))
            isFirst = false
            return failure
          })
        )
      }
    })

  const begin = attempt(() => {
    const connection = idle.pop() ?? connect()
    connection.execute("BEGIN")
    return connection
  })

  const snapshot: Executor["snapshot"] = (body) =>
    retryWhileTransient(
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          yield* restore(permits.take(1))
          const connection = yield* Effect.tapError(begin, () => permits.release(1))
          const context = new TransactionContext(connection.connection, { isReading: true })
          let isLent = true
          const giveBack = () => {
            if (!isLent) return Effect.void
            isLent = false
            if (connection.inTransaction()) connection.execute("ROLLBACK")
            idle.push(connection)
            return permits.release(1)
          }
          const stopLimit = transactionTimeout(now, (tooLong) => {
            context.expire(tooLong)
            Effect.runSync(giveBack())
          })
          const exit = yield* Effect.exit(restore(body(context)))
          stopLimit()
          context.end()
          const { failure } = context
          yield* giveBack()
          return yield* transactionExit(exit, failure)
        })
      )
    )

  const close = () => {
    for (const connection of opened) connection.close()
  }
  return { read, snapshot, close }
}
