import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import * as Day from "../spending/model/Day.js"

const form = /^\d{4}-\d{2}-\d{2}$/

const isDate = (text: string) => {
  const instant = Date.parse(text)
  return form.test(text) && !Number.isNaN(instant) && toDate(Day.of(instant)) === text
}

/** The date of a day. */
export const toDate = (day: Day.Day): string => new Date(Day.startOf(day)).toISOString().slice(0, 10)

/** The day of a date. */
export const toDay = (date: string): Day.Day => Day.of(Date.parse(date))

/** A UTC date, such as `2026-05-31`. */
export const UtcDate = Schema.String.pipe(
  Schema.filter(isDate, {
    arbitrary: () => (fc) => fc.integer({ min: 0, max: 40_000 }).map(toDate),
    jsonSchema: { format: "date" }
  }),
  expected("a date in UTC, such as 2026-05-31")
)
