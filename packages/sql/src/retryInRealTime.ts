import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Schedule from "effect/Schedule"
import { isTransient } from "./isTransient.js"

// What other connections do passes in real time, even where a test has stopped its own.
const real = Clock.make()

/** Tries again, by a schedule, while the failure is one that passes. The attempts keep the clock that they had. */
export const retryInRealTime = <A, E, R>(
  attempt: Effect.Effect<A, E, R>,
  schedule: Schedule.Schedule<unknown>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    Effect.withClock(Effect.retry(Effect.withClock(attempt, clock), { while: isTransient, schedule }), real)
  )
