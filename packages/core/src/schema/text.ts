import * as Schema from "effect/Schema"
import { expected } from "./expected.js"

const encoder = new TextEncoder()

/** How many bytes a text takes in UTF-8. */
export const utf8Bytes = (text: string): number => encoder.encode(text).length

// Control characters, and the marks that reorder or embed text (Unicode UAX #9): they make a name show what it is not.
const forbidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Well-formed text of `min` to `max` code points without control characters or bidirectional overrides, kept as sent. */
export const text = (max: number, min = 1) =>
  Schema.String.pipe(
    Schema.filter((value) => {
      if (value.length > max * 2 || !value.isWellFormed() || forbidden.test(value)) return false
      const length = codePoints(value)
      return length >= min && length <= max
    })
  )
    .annotations({ jsonSchema: { type: "string", minLength: min, maxLength: max } })
    .pipe(expected(`text of ${min} to ${max} characters without control characters or bidirectional marks`))
