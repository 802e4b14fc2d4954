import * as DateTime from "effect/DateTime"

/** The creation time of built records: a Wednesday noon, far from the ends of its day, week and month. */
export const noon = DateTime.unsafeMake("2026-03-04T12:00:00Z")

/** The instant this many seconds after `noon`; before it if negative. */
export const after = (seconds: number): DateTime.Utc => DateTime.add(noon, { seconds })
