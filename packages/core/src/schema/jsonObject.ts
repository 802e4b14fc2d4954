import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { expected } from "./expected.js"
import { utf8Bytes } from "./text.js"

type JsonObject = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is JsonObject => Predicate.isRecord(value)

// JSON.stringify writes a Map as `{}`. Plain objects of every realm have a prototype without a prototype.
const isClassInstance = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

// JSON cannot represent infinities and functions; JSON.stringify would silently store something else.
const isUnrepresentable = (value: unknown) =>
  typeof value === "function" || (typeof value === "number" && !Number.isFinite(value)) || isClassInstance(value)

const rejectUnrepresentable = (name: string, value: unknown) => {
  if (name === "__proto__" || isUnrepresentable(value)) throw new TypeError("not representable in JSON")
  return value
}

/** A body may be nested 32 deep, and the object is a field of one. */
const MAX_DEPTH = 31

/** Whether a value is nested at most `MAX_DEPTH` deep. Goes level by level, because recursion could overflow the stack. */
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

/** A copy of a value through JSON. Null if it is not a JSON object (a bigint, a cycle), too deep or too large. */
const read = (value: unknown, bytes: number): JsonObject | null => {
  try {
    const json = JSON.stringify(value, rejectUnrepresentable)
    const kept: unknown = utf8Bytes(json) <= bytes ? JSON.parse(json) : null
    return isObject(kept) && isShallow(kept) ? kept : null
  } catch {
    return null
  }
}

/** Any JSON object of at most `kibibytes` KiB (1,024 bytes each) as compact JSON in UTF-8. */
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
        ? // Without the value, which may be nested too deeply to format.
          ParseResult.fail(new ParseResult.Type(ast, null))
        : ParseResult.succeed(kept)
    },
    encode: ParseResult.succeed
  }).pipe(says)
}
