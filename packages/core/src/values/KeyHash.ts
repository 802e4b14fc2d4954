import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { KEY_HASH } from "../schema/idForms.js"
import { matching } from "../schema/matching.js"

/** Public identifier of a key: the SHA-256 hash of the whole key in 64 lowercase KEY_HASH digits. Not a credential. */
export const KeyHash = Schema.String.pipe(
  Schema.pattern(KEY_HASH, {
    arbitrary: matching(KEY_HASH),
    jsonSchema: { pattern: "^[0-9a-f]{64}$", minLength: 64, maxLength: 64 }
  }),
  Schema.brand("KeyHash")
).annotations({
  description: "SHA-256 hash of an API key, 64 lowercase KEY_HASH digits."
})
export type KeyHash = typeof KeyHash.Type

const beginning = /^[0-9a-f]{8,64}$/

/** The beginning of a hash, of 8 digits or more, or all of it. */
export const HashPrefix = Schema.String.pipe(
  Schema.pattern(beginning, { arbitrary: matching(beginning) }),
  expected("8 to 64 lowercase KEY_HASH digits")
)

/** The first 12 digits of a hash, for logs and errors: text sent in place of a hash may be a secret of another service. */
export const ShortHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{12}$/))

export const shortHash = (hash: KeyHash): string => hash.slice(0, 12)
