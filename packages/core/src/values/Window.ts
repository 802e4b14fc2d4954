import * as Schema from "effect/Schema"

/** A recurring interval in UTC: a calendar day, a week from Monday to Sunday, or a calendar month. */
export const WindowKind = Schema.Literal("daily", "weekly", "monthly")
export type WindowKind = typeof WindowKind.Type

/** Id of a window: the UTC date of its first day, `YYYY-MM-DD`. Ids of one kind sort chronologically. */
export const WindowId = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/), Schema.brand("WindowId"))
export type WindowId = typeof WindowId.Type

const DAY_MS = 86_400_000

const firstDay = (kind: WindowKind, instant: number): number => {
  const day = Math.floor(instant / DAY_MS)
  switch (kind) {
    case "daily":
      return day
    case "weekly": // day 0, 1970-01-01, was a Thursday
      return day - ((((day + 3) % 7) + 7) % 7)
    case "monthly":
      return day - (new Date(instant).getUTCDate() - 1)
  }
}

/** The window that contains an instant (milliseconds since 1970, years 0 to 9999), independent of the local time zone. */
export const windowId = (kind: WindowKind, instant: number): WindowId =>
  WindowId.make(new Date(firstDay(kind, instant) * DAY_MS).toISOString().slice(0, 10))

/** The end of the window that contains an instant, in milliseconds since 1970: the time at which its counter resets. */
export const windowEnd = (kind: WindowKind, instant: number): number => {
  const first = firstDay(kind, instant)
  if (kind === "daily") return (first + 1) * DAY_MS
  if (kind === "weekly") return (first + 7) * DAY_MS
  const date = new Date(first * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
