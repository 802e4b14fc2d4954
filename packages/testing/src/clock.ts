import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as TestClock from "effect/TestClock"

/**
 * Sets the test clock to an instant, earlier or later. The clock stands still until it is moved again.
 *
 * @param iso The instant in ISO 8601.
 *
 * @example
 * import { travelTo } from "@tollgate/testing"
 *
 * export const endOfMarch = travelTo("2026-03-31T23:30:00Z")
 */
export const travelTo = (iso: string) => TestClock.setTime(DateTime.unsafeMake(iso).epochMillis)

/**
 * Moves the test clock forward.
 *
 * @example
 * import { travel } from "@tollgate/testing"
 *
 * export const later = travel("11 minutes")
 */
export const travel = (duration: Duration.DurationInput) => TestClock.adjust(duration)
