import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { expected } from "./expected.js"
import { utf8Bytes } from "./text.js"

type JsonObject = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is JsonObject => Predicate.isRecord(value)

// Of a Map and its like JSON would keep nothing. That the prototype has none holds for plain objects of every realm.
const isNoRecord = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

// JSON has no number for Infinity and no word for a function: of what holds one, something else would be kept.
const isNone = (value: unknown) =>
  typeof value === "function" || (typeof value === "number" && !Number.isFinite(value)) || isNoRecord(value)

const judge = (name: string, value: unknown) => {
  if (name === "__proto__" || isNone(value)) throw new TypeError("no JSON says this")
  return value
}

/** What a body may nest is 32 deep, and an object stands in one. */
const MAX_DEPTH = 31

/** Whether objects and lists are nested no deeper, each level looked at in turn, so that no depth is too deep to look at. */
const isShallow = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const inner = level
      .filter((one) => typeof one === "object" && one !== null)
      .flatMap((one) => Object.values(Object(one)))
    if (inner.length === 0) return true
    level = inner
  }
  return false
}

/** What of a value is JSON; null where that is no object, too deep or too large, or none, as of a bigint or a circle. */
const read = (value: unknown, bytes: number): JsonObject | null => {
  try {
    const json = JSON.stringify(value, judge)
    const kept: unknown = utf8Bytes(json) <= bytes ? JSON.parse(json) : null
    return isObject(kept) && isShallow(kept) ? kept : null
  } catch {
    return null
  }
}

/** An object of whatever JSON, up to so many KiB (1,024 bytes) of it in UTF-8. What is measured is what is kept. */
export const jsonObject = (kibibytes: number) => {
  const says = expected(
    `an object of at most ${kibibytes} KiB of JSON, at most ${MAX_DEPTH} deep, without a field named __proto__`
  )
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
      return kept === null
        ? // Without the value, which may be too deep to be told of.
          ParseResult.fail(new ParseResult.Type(ast, null))
        : ParseResult.succeed(kept)
    },
    encode: ParseResult.succeed
  }).pipe(says)
}
