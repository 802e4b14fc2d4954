import * as Schema from "effect/Schema"
import { expected } from "./expected.js"
import { fieldName } from "./fieldName.js"

const refuseProto = (name: string, value: unknown) => {
  if (name === "__proto__") throw new TypeError("__proto__ is no name of a field")
  return value
}

/** How many bytes of JSON a value takes; too many where it has none, as a bigint, a circle or a field `__proto__`. */
const jsonBytes = (value: unknown): number => {
  try {
    return new TextEncoder().encode(JSON.stringify(value, refuseProto)).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** An object of whatever JSON, up to so many KiB (1,024 bytes) of it in UTF-8. */
export const jsonObject = (kibibytes: number) =>
  Schema.Record({ key: fieldName(Schema.String), value: Schema.Unknown }).pipe(
    Schema.filter((value) => jsonBytes(value) <= kibibytes * 1024, {
      arbitrary: () => (fc) =>
        fc
          .dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }))
          .filter((value) => jsonBytes(value) <= kibibytes * 1024)
    }),
    expected(`an object of at most ${kibibytes} KiB of JSON without a field named __proto__`)
  )
