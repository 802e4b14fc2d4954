/** A UTC day, by its number since 1970-01-01. Its week (from Monday) and month follow from it. */
export type Day = number

const DAY_MS = 86_400_000

/** The day of an instant in milliseconds since 1970. */
export const of = (instant: number): Day => Math.floor(instant / DAY_MS)

/** The first instant of a day, in milliseconds since 1970. */
export const startOf = (day: Day): number => day * DAY_MS

/** The Monday of a day's week. Day 0 was a Thursday. */
const weekOf = (day: Day): Day => day - ((((day + 3) % 7) + 7) % 7)

/** The first day of a day's month. */
const monthOf = (day: Day): Day => day - (new Date(day * DAY_MS).getUTCDate() - 1)

/** A value for each window of a scope: its whole life, and the current day, week and month. */
export interface Windows<A> {
  readonly lifetime: A
  readonly daily: A
  readonly weekly: A
  readonly monthly: A
}

/** Every kind of window. */
export const kinds = ["lifetime", "daily", "weekly", "monthly"] as const
export type Kind = (typeof kinds)[number]

const all: Windows<boolean> = { lifetime: true, daily: true, weekly: true, monthly: true }

/** Which windows two days have in common. */
export const sameWindows = (one: Day, other: Day): Windows<boolean> => {
  if (one === other) return all
  return {
    lifetime: true,
    daily: false,
    weekly: weekOf(one) === weekOf(other),
    monthly: monthOf(one) === monthOf(other)
  }
}

/** The first day of the window that contains a day. A whole life has none, and answers negative infinity. */
export const firstOf = (kind: Kind, day: Day): Day => {
  switch (kind) {
    case "lifetime":
      return Number.NEGATIVE_INFINITY
    case "daily":
      return day
    case "weekly":
      return weekOf(day)
    case "monthly":
      return monthOf(day)
  }
}

/** The last day of the window that contains a day. A whole life has none, and answers infinity. */
export const lastOf = (kind: Kind, day: Day): Day => {
  switch (kind) {
    case "lifetime":
      return Number.POSITIVE_INFINITY
    case "daily":
      return day
    case "weekly":
      return weekOf(day) + 6
    case "monthly":
      // 31 days after the 1st is a day of the next month.
      return monthOf(monthOf(day) + 31) - 1
  }
}
