import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const live = Context.get(DefaultServices.liveServices, Clock.Clock)

/** Like `Effect.sleep`, but does not keep the process alive. For at most 24 days, as timers have 31 bits of milliseconds. */
export const sleepAside = (duration: Duration.Duration): Effect.Effect<void> =>
  Effect.clockWith((clock) =>
    clock === live
      ? Effect.async<void>((resume) => {
          const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration)).unref()
          return Effect.sync(() => clearTimeout(timer))
        })
      : clock.sleep(duration)
  )
