import type { SqlError } from "@effect/sql/SqlError"
import { StorageFailure } from "@tollgate/core/storage"
import { bracket, type Connections, type Rows, retryWhileTransient } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import type * as Pg from "pg"
import { PoolConnection, refused } from "./PoolConnection.js"
import type { Settings } from "./Settings.js"

/** Where statements run on PostgreSQL: alone on any connection of the pool, or in a transaction of a connection's own. */
export const postgresConnections = (pool: Pg.Pool, settings: Settings): Connections => {
  /** A connection for the time of a scope. One that comes too late goes straight back. */
  const acquire = Effect.acquireRelease(
    Effect.interruptible(
      Effect.async<PoolConnection, SqlError>((resume) => {
        let isWaiting = true
        pool.connect((error, client) => {
          if (client === undefined) return resume(Effect.fail(refused(error)))
          if (!isWaiting) return client.release()
          resume(Effect.succeed(new PoolConnection(client, settings)))
        })
        return Effect.sync(() => {
          isWaiting = false
        })
      })
    ),
    (connection) => Effect.sync(() => connection.release())
  )

  /** A statement by itself. Interrupted while it is under way, it is waited for where `isAwaited`, and otherwise left to itself. */
  const single =
    (isAwaited: boolean) =>
    (text: string, params: ReadonlyArray<unknown>): Rows =>
      Effect.mapError(
        retryWhileTransient(
          Effect.async<ReadonlyArray<unknown>, SqlError>((resume) => {
            let state: "waiting" | "under way" | "over" = "waiting"
            let onceOver = () => {}
            pool.connect((error, client) => {
              if (client === undefined) return resume(Effect.fail(refused(error)))
              if (state === "over") return client.release()
              state = "under way"
              const connection = new PoolConnection(client, settings)
              connection.say(text, params, (failure, rows) => {
                connection.release()
                state = "over"
                resume(failure === null ? Effect.succeed(rows) : Effect.fail(failure))
                onceOver()
              })
            })
            return Effect.async<void>((resume) => {
              if (state === "under way" && isAwaited) {
                onceOver = () => resume(Effect.void)
                return
              }
              if (state === "waiting") state = "over"
              resume(Effect.void)
            })
          })
        ),
        (cause) => new StorageFailure({ cause })
      )

  return {
    read: single(false),
    write: single(true),
    snapshot: bracket(acquire, { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", isReading: true }),
    transact: bracket(acquire, { begin: "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE", isReading: false })
  }
}
