import * as DateTime from "effect/DateTime"

/** Wednesday noon, well inside of its day, week and month: when built records were created. */
export const noon = DateTime.unsafeMake("2026-03-04T12:00:00Z")

/** So many seconds after noon, or before it where they are negative. */
export const after = (seconds: number): DateTime.Utc => DateTime.add(noon, { seconds })
