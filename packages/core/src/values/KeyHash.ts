import * as Schema from "effect/Schema"

/** The public name of a key: the SHA-256 of the whole key in 64 lower-case hex digits. Never a credential. */
export const KeyHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("KeyHash")).annotations({
  description: "the key's hash, 64 lower-case hex digits"
})
export type KeyHash = typeof KeyHash.Type

/** The first 12 digits of a hash: how logs and errors name a key, since what was asked for may be some other service's secret. */
export const ShortHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{12}$/))

export const shortHash = (hash: KeyHash): string => hash.slice(0, 12)
