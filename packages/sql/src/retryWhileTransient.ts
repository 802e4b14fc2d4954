import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isTransient } from "./isTransient.js"
import { retryInRealTime } from "./retryInRealTime.js"

// Between two attempts nothing is held and nothing blocks: other fibers go on reading, and the event loop turns. Where the
// clock is set back meanwhile, their number ends it.
const backOff = Schedule.exponential("5 millis").pipe(
  Schedule.union(Schedule.spaced("250 millis")),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(30)),
  Schedule.upTo("5 seconds")
)

/** Tries again for about five seconds, at growing and jittered intervals, while the failure is one that passes. */
export const retryWhileTransient = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAll(attempt, (error) => (isTransient(error) ? retryInRealTime(attempt, backOff) : Effect.fail(error)))
