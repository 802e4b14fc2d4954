import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"

/** Another process holds SQLite's lock. What was asked has certainly not been done, not even in part. */
export const isBusy = ({ cause }: SqlError.SqlError): boolean =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) && cause.code.startsWith("SQLITE_BUSY")

// Between two attempts nothing is held and nothing blocks: other fibers go on reading, and the event loop turns.
const backOff = Schedule.exponential("5 millis").pipe(
  Schedule.union(Schedule.spaced("250 millis")),
  Schedule.jittered,
  Schedule.upTo("5 seconds")
)

/** Tries again for about five seconds, at growing and jittered intervals, while the failure says that the lock is held. */
export const retryWhileBusy =
  <E>(isBusy: (error: E) => boolean) =>
  <A, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchAll(attempt, (error) =>
      isBusy(error) ? Effect.retry(attempt, { while: isBusy, schedule: backOff }) : Effect.fail(error)
    )
