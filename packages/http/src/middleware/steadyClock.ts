import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A clock that nobody sets: it counts on where a wall clock steps back. Its milliseconds are no time of day. */
export const steadyClock: Effect.Effect<Clock.Clock> = Effect.map(Effect.clock, (clock) => {
  const unsafeCurrentTimeMillis = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)
  return Object.assign(Object.create(clock), {
    unsafeCurrentTimeMillis,
    currentTimeMillis: Effect.sync(unsafeCurrentTimeMillis)
  })
})
