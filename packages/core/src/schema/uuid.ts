import * as Schema from "effect/Schema"
import { expected } from "./expected.js"

/** A UUID in its canonical lower-case form (RFC 9562, section 4), branded with what it names. */
export const uuid = <const Brand extends string>(brand: Brand) =>
  Schema.String.pipe(
    Schema.pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
      jsonSchema: { type: "string", format: "uuid" },
      arbitrary: () => (fc) => fc.uuid()
    }),
    Schema.brand(brand)
  )

/** The first 8 digits of a UUID: how logs and errors name what it was for, since it may be some other service's secret. */
export const ShortId = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{8}$/))

export const shortId = (id: string | null): string | null => (id === null ? null : id.slice(0, 8))

/** An id as somebody names it: in any letter case, as RFC 9562 asks of input. */
export const uuidInput = <A extends string>(id: Schema.Schema<A, string>) =>
  Schema.transform(Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid" } }), id, {
    strict: true,
    decode: (text) => text.toLowerCase(),
    encode: (text) => text
  }).pipe(expected("a UUID"))
