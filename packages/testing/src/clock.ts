import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as TestClock from "effect/TestClock"

/** Sets the test's clock to an instant in ISO 8601, back as well as forth. It stands still until it is moved again. */
export const travelTo = (iso: string) => TestClock.setTime(DateTime.unsafeMake(iso).epochMillis)

/** Moves the test's clock forward by a duration, such as `"11 minutes"`. */
export const travel = (duration: Duration.DurationInput) => TestClock.adjust(duration)
