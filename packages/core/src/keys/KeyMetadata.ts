import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { fieldName, text } from "../schema/text.js"

const MAX_NAMES = 16

const phrase = `an object of at most ${MAX_NAMES} names of 1 to 64 characters, not __proto__, each with a text of at most 512 characters, without control characters or bidirectional marks`

/** A text stored with a key. */
export const KeyMetadataText = text(512, 0)

/** What a host stores with a key: at most 16 names of 1 to 64 code points, each with a text of at most 512 code points. */
export const KeyMetadata = Schema.Record({ key: fieldName(text(64)), value: KeyMetadataText }).pipe(
  Schema.filter((pairs) => Object.keys(pairs).length <= MAX_NAMES),
  expected(phrase)
)
export type KeyMetadata = typeof KeyMetadata.Type

/** Metadata in a request. `null` means none. */
export const KeyMetadataInput = Schema.transform(
  Schema.NullOr(KeyMetadata).pipe(expected(`${phrase}, or null`)),
  Schema.typeSchema(KeyMetadata),
  { strict: true, decode: (pairs) => pairs ?? {}, encode: (pairs) => pairs }
)
