import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Pg from "pg"
import { ServerError } from "./ServerError.js"
import { Session } from "./Session.js"

/** How many calls may wait for a connection, or for a place among the writes of a row, before further ones are refused. */
export const MAX_WAITING_CALLS = 1_000

/** Makes a wait interruptible, if the caller is. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const failed = (cause: unknown) => new StorageFailure({ cause: ServerError.of(cause), outcome: "none" })

/**
 * Takes a connection of the pool. The caller runs it where it cannot be interrupted, and gives the connection back. `restore`
 * makes the wait for it interruptible. `within` bounds the wait, in milliseconds, if it is shorter than the pool's own limit.
 */
export const acquire = (
  pool: Pg.Pool,
  isPreparing: boolean,
  restore: Restore,
  within = Infinity
): Effect.Effect<Session, StorageFailure> =>
  Effect.suspend(() => {
    let lent: Session | undefined
    const waiting = Effect.async<Session, StorageFailure>((resume) => {
      let isWanted = true
      let late: NodeJS.Timeout | undefined
      const giveUp = () => {
        isWanted = false
        clearTimeout(late)
      }
      const refuse = (cause: unknown) => {
        giveUp()
        resume(failed(cause))
      }
      if (pool.waitingCount >= MAX_WAITING_CALLS) {
        refuse(new Error("Too many calls are waiting for a connection."))
        return
      }
      if (Number.isFinite(within)) {
        late = setTimeout(() => refuse(new Error("No connection became free in time.")), within)
      }
      try {
        pool.connect((error, client) => {
          if (client === undefined) return refuse(error)
          if (!isWanted) return client.release()
          clearTimeout(late)
          lent = new Session(client, isPreparing)
          resume(Effect.succeed(lent))
        })
      } catch (cause) {
        // The driver throws on an address that it cannot parse.
        refuse(cause)
      }
      return Effect.sync(giveUp)
    })
    // It may be lent just before the interruption.
    return Effect.onInterrupt(restore(waiting), () => Effect.sync(() => lent?.release()))
  })
