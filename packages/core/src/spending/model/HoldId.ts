import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import { expected } from "../../schema/expected.js"
import { formatUuidV7 } from "../../schema/formatUuidV7.js"

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The same in any letter case. A form for documents has no flags. */
const inAnyCase = form.source.replaceAll("a-f", "a-fA-F").replace("89ab", "89abAB")

/** Id of a hold: a UUIDv7 in lowercase (RFC 9562, section 5.7). It is the idempotency key of every act on the hold. */
export const HoldId = Schema.String.pipe(
  Schema.pattern(form, {
    jsonSchema: { type: "string", format: "uuid" },
    arbitrary: () => (fc) =>
      fc
        .tuple(fc.integer({ min: 0, max: 2 ** 48 - 1 }), fc.uint8Array({ minLength: 10, maxLength: 10 }))
        .map(([instant, random]) => formatUuidV7(instant, random))
  }),
  Schema.brand("HoldId")
)
export type HoldId = typeof HoldId.Type

/** A hold id in a request, in any letter case. */
export const HoldIdInput = Schema.transform(
  Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid", pattern: inAnyCase } }),
  HoldId,
  { strict: true, decode: (text) => text.toLowerCase(), encode: (text) => text }
).pipe(expected("a UUID of version 7"))

// `formatUuidV7` writes the form, so validation is skipped.
const holdId = Brand.nominal<HoldId>()

/** The id of an instant in milliseconds since 1970, from 10 random bytes. */
export const holdIdAt = (instant: number, random: Uint8Array): HoldId => holdId(formatUuidV7(instant, random))

/** The instant that an id states, in milliseconds since 1970. */
export const instantOf = (id: HoldId): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
