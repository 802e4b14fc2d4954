import * as Schema from "effect/Schema"
import { expected } from "./expected.js"

const encoder = new TextEncoder()

/** Length of a text in UTF-8, in bytes. */
export const utf8Bytes = (text: string): number => encoder.encode(text).length

// Control characters and bidirectional formatting characters (Unicode UAX #9), which can make a name look like another.
const forbidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Well-formed text of `min` to `max` code points without control characters or bidirectional marks, stored as sent. */
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

/** Name of a field in an object with arbitrary names. `__proto__` is rejected, because it would set the prototype. */
export const fieldName = (name: Schema.Schema<string>) =>
  name.pipe(
    Schema.filter((text) => text !== "__proto__", {
      jsonSchema: { type: "string" },
      arbitrary: () => (fc) => fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== "__proto__")
    })
  )
