import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { expected } from "./expected.js"

const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

// `Date` parses February 30 as March 2.
const isDay = (day: string) => {
  const millis = Date.parse(day)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day)
}

const EARLIEST = Date.parse("0000-01-01T00:00:00Z")
/** The last millisecond of the year 9999, in milliseconds since 1970. */
const LATEST = Date.parse("9999-12-31T23:59:59.999Z")

const isInstant = (text: string) => {
  const day = form.exec(text)?.[1]
  if (day === undefined || !isDay(day)) return false
  const millis = Date.parse(text)
  return millis >= EARLIEST && millis <= LATEST
}

/** An instant in a request: ISO 8601 date and time with `Z` or an offset from UTC, in the years 0 to 9999. */
export const Instant = Schema.transform(
  Schema.String.pipe(Schema.filter(isInstant)).annotations({ jsonSchema: { type: "string", format: "date-time" } }),
  Schema.DateTimeUtcFromSelf.annotations({
    arbitrary: () => (fc) =>
      fc.date({ min: new Date(EARLIEST), max: new Date(LATEST), noInvalidDate: true }).map(DateTime.unsafeFromDate)
  }),
  { strict: true, decode: (text) => DateTime.unsafeMake(Date.parse(text)), encode: DateTime.formatIso }
).pipe(expected("an ISO 8601 time with Z or an offset"))
