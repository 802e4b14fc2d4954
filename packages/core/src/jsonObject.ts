import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { expected } from "./expected.js"
import { utf8Bytes } from "./utf8Bytes.js"

type JsonObject = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is JsonObject => Predicate.isRecord(value)

// Of a Map and its like JSON would keep nothing. That the prototype has none holds for plain objects of every realm.
const isNoRecord = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

const judge = (name: string, value: unknown) => {
  if (name === "__proto__" || isNoRecord(value)) throw new TypeError("no JSON says this")
  return value
}

/** What of a value is JSON; null where that is no object, or too large, or none, as of a bigint or a circle. */
const read = (value: unknown, bytes: number): JsonObject | null => {
  try {
    const json = JSON.stringify(value, judge)
    const kept: unknown = utf8Bytes(json) <= bytes ? JSON.parse(json) : null
    return isObject(kept) ? kept : null
  } catch {
    return null
  }
}

/** An object of whatever JSON, up to so many KiB (1,024 bytes) of it in UTF-8. What is measured is what is kept. */
export const jsonObject = (kibibytes: number) => {
  const says = expected(`an object of at most ${kibibytes} KiB of JSON without a field named __proto__`)
  const bytes = kibibytes * 1024
  const object = Schema.declare(isObject, {
    jsonSchema: { type: "object" },
    arbitrary: () => (fc) =>
      fc
        .dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }))
        .map((value) => read(value, bytes))
        .filter(isObject)
  }).pipe(says)
  return Schema.transformOrFail(object, object, {
    strict: true,
    decode: (value, _, ast) => {
      const kept = read(value, bytes)
      return kept === null ? ParseResult.fail(new ParseResult.Type(ast, value)) : ParseResult.succeed(kept)
    },
    encode: ParseResult.succeed
  }).pipe(says)
}
