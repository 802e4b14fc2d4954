import * as Schema from "effect/Schema"

/** The public name of a key: the SHA-256 of the whole key in 64 lower-case hex digits. Never a credential. */
export const KeyHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("KeyHash")).annotations({
  description: "the key's hash, 64 lower-case hex digits"
})
export type KeyHash = typeof KeyHash.Type
