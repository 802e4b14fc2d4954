import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Runs an effect with an earlier clock, so that what it creates is already old. */
export const ago =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) => {
      const unsafeCurrentTimeMillis = () => clock.unsafeCurrentTimeMillis() - millis
      const unsafeCurrentTimeNanos = () => clock.unsafeCurrentTimeNanos() - BigInt(millis) * 1_000_000n
      return Effect.withClock(effect, {
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        unsafeCurrentTimeMillis,
        unsafeCurrentTimeNanos,
        currentTimeMillis: Effect.sync(unsafeCurrentTimeMillis),
        currentTimeNanos: Effect.sync(unsafeCurrentTimeNanos),
        sleep: (duration) => clock.sleep(duration)
      })
    })
