import * as Schema from "effect/Schema"
import { expected } from "./expected.js"
import { UUID } from "./idForms.js"

/** A branded UUID in its canonical lowercase form (RFC 9562, section 4). */
export const uuid = <const Brand extends string>(brand: Brand) =>
  Schema.String.pipe(
    Schema.pattern(UUID, {
      jsonSchema: { type: "string", format: "uuid" },
      arbitrary: () => (fc) => fc.uuid()
    }),
    Schema.brand(brand)
  )

/** The first 8 digits of a UUID, for logs and errors: text sent in place of an id may be a secret of another service. */
export const ShortId = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{8}$/))

export const shortId = (id: string | null): string | null => (id === null ? null : id.slice(0, 8))

/** A UUID in a request, in any letter case (RFC 9562, section 4). */
export const uuidInput = <A extends string>(id: Schema.Schema<A, string>) =>
  Schema.transform(Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid" } }), id, {
    strict: true,
    decode: (text) => text.toLowerCase(),
    encode: (text) => text
  }).pipe(expected("a UUID"))
