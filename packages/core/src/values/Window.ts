import * as Schema from "effect/Schema"

/** A recurring stretch of UTC time: a calendar day, a week from Monday to Sunday, a calendar month. */
export const WindowKind = Schema.Literal("daily", "weekly", "monthly")
export type WindowKind = typeof WindowKind.Type

/** A window by the UTC date of its first day, `YYYY-MM-DD`: of one kind, later windows sort after earlier ones. */
export const WindowId = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/), Schema.brand("WindowId"))
export type WindowId = typeof WindowId.Type

const DAY = 86_400_000

const firstDay = (kind: WindowKind, instant: number): number => {
  const day = Math.floor(instant / DAY)
  switch (kind) {
    case "daily":
      return day
    case "weekly": // day 0, 1970-01-01, was a Thursday
      return day - ((((day + 3) % 7) + 7) % 7)
    case "monthly":
      return day - (new Date(instant).getUTCDate() - 1)
  }
}

/** The window that an instant (milliseconds since 1970, years 0 to 9999) falls in. The same answer in every time zone. */
export const windowId = (kind: WindowKind, instant: number): WindowId =>
  WindowId.make(new Date(firstDay(kind, instant) * DAY).toISOString().slice(0, 10))

/** The instant at which the window after this instant's begins: when a counter of this kind reads 0 again. */
export const windowEnd = (kind: WindowKind, instant: number): number => {
  const first = firstDay(kind, instant)
  if (kind === "daily") return (first + 1) * DAY
  if (kind === "weekly") return (first + 7) * DAY
  const date = new Date(first * DAY)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
