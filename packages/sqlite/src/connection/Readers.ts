import {
  type Executor,
  nothingStored,
  type Rows,
  retryWhileTransient,
  TransactionContext,
  transactionExit,
  transactionTimeout
} from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import { ReadTurns } from "./ReadTurns.js"
import type { SqliteConnection } from "./SqliteConnection.js"

/** Maximum number of snapshots at the same time: each is a connection that keeps the log from being checkpointed. */
const MAX_SNAPSHOTS = 2

/**
 * Short reads, concurrently with the writer, on this thread.
 *
 * @param isKnownLost Whether the file is known to be lost. Then there is no version, so that no cached row is returned.
 */
export const makeReaders = (open: () => SqliteConnection, now: () => number, isKnownLost: () => boolean) => {
  const opened: Array<SqliteConnection> = []
  const connect = () => {
    const connection = open()
    opened.push(connection)
    return connection
  }
  /** This connection never has an open transaction, so each statement sees all committed data. */
  const single = connect()
  const turns = new ReadTurns(now)

  const readOnce = (text: string, params: ReadonlyArray<unknown>) => single.execute(text, params)
  const retry = (text: string, params: ReadonlyArray<unknown>, cause: unknown): Rows => {
    let isFirst = true
    return retryWhileTransient(
      Effect.suspend(() => {
        if (!isFirst) return attempt(() => readOnce(text, params))
        isFirst = false
        return nothingStored(cause)
      })
    )
  }
  const readNow = (text: string, params: ReadonlyArray<unknown>): Rows => {
    try {
      return Effect.succeed(readOnce(text, params))
    } catch (cause) {
      return retry(text, params, cause)
    }
  }
  const read = (text: string, params: ReadonlyArray<unknown>): Rows =>
    Effect.suspend(() => {
      const turn = turns.due()
      return turn === null ? readNow(text, params) : Effect.flatMap(turn, () => readNow(text, params))
    })

  /** Read on a connection that never writes, because `data_version` does not change with a connection's own commits. */
  const version = () => {
    if (isKnownLost()) return null
    try {
      return single.dataVersion()
    } catch {
      // The statement that is then read fails with the reason.
      return null
    }
  }
  const atVersion: Executor["atVersion"] = (f) =>
    Effect.suspend(() => {
      const turn = turns.due()
      return turn === null ? f(version()) : Effect.flatMap(turn, () => f(version()))
    })

  const snapshotNow = snapshots(connect, now)

  const snapshot: Executor["snapshot"] = (body) =>
    Effect.suspend(() => {
      const turn = turns.due()
      return turn === null ? snapshotNow(body) : Effect.zipRight(turn, snapshotNow(body))
    })

  const close = () => {
    for (const connection of opened) connection.close()
  }
  return { atVersion, read, snapshot, close }
}

const attempt = <A>(read: () => A) => Effect.try({ try: read, catch: nothingStored })

/** Snapshots on connections of their own, which are opened on demand and used again. */
const snapshots = (connect: () => SqliteConnection, now: () => number): Executor["snapshot"] => {
  const idle: Array<SqliteConnection> = []
  const permits = Effect.unsafeMakeSemaphore(MAX_SNAPSHOTS)
  const begin = attempt(() => {
    const connection = idle.pop() ?? connect()
    connection.execute("BEGIN")
    return connection
  })

  return (body) =>
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
}
