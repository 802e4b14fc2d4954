import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Schedule from "effect/Schedule"
import { isTransient } from "./isTransient.js"

// Other connections run in real time, even if a test has stopped its own clock.
const real = Clock.make()

/** Retries by a schedule while the failure is one that passes. The attempts keep their own clock. */
export const retryInRealTime = <A, E, R>(
  attempt: Effect.Effect<A, E, R>,
  schedule: Schedule.Schedule<unknown>,
  passes: (error: unknown) => boolean = isTransient
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    Effect.withClock(Effect.retry(Effect.withClock(attempt, clock), { while: passes, schedule }), real)
  )
