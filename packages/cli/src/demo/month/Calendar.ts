import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const DAY = 86_400_000

/** How many days the account has been in use, before today. */
export const DAYS = 29

/** When things have happened, by the time that has passed since, in milliseconds. */
export interface Calendar {
  /** A share (0 to 1) of a day that is so many days before today. Of today, it is a share of what has passed of it. */
  readonly ageOf: (daysAgo: number, share?: number) => number
  /** Whether the day is a Saturday or Sunday (UTC). */
  readonly isWeekend: (daysAgo: number) => boolean
}

/** The days before now. */
export const calendar: Effect.Effect<Calendar> = Effect.map(Clock.currentTimeMillis, (now) => {
  const today = Math.floor(now / DAY) * DAY
  return {
    ageOf: (daysAgo, share = 0) =>
      Math.round(daysAgo === 0 ? (now - today) * (1 - share) : now - today + (daysAgo - share) * DAY),
    isWeekend: (daysAgo) => [0, 6].includes(new Date(today - daysAgo * DAY).getUTCDay())
  }
})
