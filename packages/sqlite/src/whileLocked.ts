import { retryWhileTransient } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"

const isRecovering = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && error.code === "SQLITE_BUSY_RECOVERY"

// A log of gigabytes takes a minute to read.
const untilRecovered = Schedule.spaced("50 millis").pipe(Schedule.upTo("2 minutes"))

/**
 * What SQLite answers, asked again for five seconds while another process holds a lock, and for two minutes while one reads
 * a long log back after a crash.
 */
export const whileLocked = <A>(act: () => A): Effect.Effect<A, unknown> =>
  Effect.retry(retryWhileTransient(Effect.try({ try: act, catch: (cause) => cause })), {
    while: isRecovering,
    schedule: untilRecovered
  })
