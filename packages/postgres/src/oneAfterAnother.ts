import { StorageFailure } from "@tollgate/core/storage"
import { isTransient } from "@tollgate/sql/driver"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** How long an attempt waits for those before it. */
const PATIENCE = "20 seconds"

const pause = Schedule.exponential("1 millis").pipe(
  Schedule.union(Schedule.spaced("20 millis")),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(200)),
  Schedule.upTo("10 seconds")
)

// What other connections do passes in real time, even where a test has stopped its own.
const real = Clock.make()

/**
 * Tries again what clashed with others, and of this process one at a time. Were all tried again at once, they would clash with each
 * other: of a thousand changes to one row, most would give up. For how long, and how often, is bounded; then the clash
 * is a failure, and nothing was done.
 */
export const oneAfterAnother = () => {
  const turn = Effect.unsafeMakeSemaphore(1)
  return <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
    Effect.catchAll(attempt, (clash): Effect.Effect<A, E | StorageFailure, R> => {
      if (!isTransient(clash)) return Effect.fail(clash)
      return Effect.clockWith((clock) =>
        Effect.acquireUseRelease(
          Effect.interruptible(turn.take(1)).pipe(
            Effect.timeoutFail({ duration: PATIENCE, onTimeout: () => new StorageFailure({ cause: clash }) })
          ),
          () => Effect.retry(Effect.withClock(attempt, clock), { while: isTransient, schedule: pause }),
          () => turn.release(1)
        ).pipe(Effect.withClock(real))
      )
    })
}
