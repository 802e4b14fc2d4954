import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isTransient } from "./isTransient.js"
import { retryInRealTime } from "./retryInRealTime.js"

// Nothing is locked or blocked between two attempts. If the clock is set back meanwhile, the number of attempts still
// ends them.
const backOff = Schedule.exponential("5 millis").pipe(
  Schedule.union(Schedule.spaced("250 millis")),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(30)),
  Schedule.upTo("5 seconds")
)

/** Tries again for about five seconds, at growing and jittered intervals, while the failure is one that passes. */
export const retryWhileTransient = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAll(attempt, (error) => (isTransient(error) ? retryInRealTime(attempt, backOff) : Effect.fail(error)))
