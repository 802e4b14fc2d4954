import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { documented, nullable, optionalFalse, required, strict } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { KeyHash } from "../values/KeyHash.js"
import { NewApiKey } from "./ApiKey.js"

/** The most keys of one import. */
export const MOST_IMPORTED = 1000

const ITEMS = `${EXPECTED}a list of 1 to ${MOST_IMPORTED} keys`

const example = KeyHash.make("60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752")

/** How the secrets of imported keys begin: 1 to 64 visible ASCII characters. */
export const ImportedPrefix = Schema.String.pipe(
  Schema.pattern(/^[\x21-\x7e]{1,64}$/),
  expected("a text of 1 to 64 visible ASCII characters")
)

const LabelInput = Schema.NullOr(text(32)).pipe(
  expected("text of 1 to 32 characters without control characters or bidirectional marks, or null")
)

/** A key that another service has issued: the SHA-256 of its secret, and its terms. The secret itself is not known. */
export const NewImportedKey = Schema.Struct({
  secret_hash: required(
    KeyHash.pipe(expected("the SHA-256 of the secret in 64 lowercase hexadecimal digits")),
    "SHA-256 of the secret in 64 lowercase hexadecimal digits. Nothing returns it."
  ),
  ...NewApiKey.fields,
  label: nullable(LabelInput, "Masked secret, at most 32 characters. Null means the prefix of the import and `...`."),
  disabled: optionalFalse("Whether the key is disabled.")
}).annotations({
  identifier: "NewImportedKey",
  description: "A key of another service: the SHA-256 of its secret, and its terms.",
  ...strict
})
export interface NewImportedKey extends Schema.Schema.Type<typeof NewImportedKey> {}

/** Where a value was before. */
const repeats = (values: ReadonlyArray<string | null>) => {
  const first = new Set<string>()
  return values.flatMap((value, at) => {
    if (value === null) return []
    if (first.has(value)) return [at]
    first.add(value)
    return []
  })
}

const once = (field: "external_id" | "secret_hash", phrase: string) => (keys: ReadonlyArray<NewImportedKey>) =>
  repeats(keys.map((key) => key[field])).map((at) => ({ path: [at, field], message: EXPECTED + phrase }))

/** Input for importing keys: 1 to 1,000, all or none of which are imported. */
export const NewImportedKeys = Schema.Struct({
  prefix: nullable(
    Schema.NullOr(ImportedPrefix).pipe(expected("a text of 1 to 64 visible ASCII characters, or null")),
    "How the secrets begin. Only secrets that begin so are looked up. Null if they have the form of this server's own keys, with their checksum."
  ),
  keys: Schema.Array(NewImportedKey).pipe(
    // Not `expected`, which would hide what is wrong inside of a key.
    Schema.minItems(1, { message: () => ITEMS }),
    Schema.maxItems(MOST_IMPORTED, { message: () => ITEMS, description: `The keys, at most ${MOST_IMPORTED}.` }),
    Schema.filter(once("secret_hash", "a secret_hash that no other key of the import has")),
    Schema.filter(once("external_id", "an external_id that no other key of the import has"))
  ),
  dry_run: optionalFalse("Whether to check the keys only, and to import none.")
}).annotations({
  identifier: "NewImportedKeys",
  description: "Keys of another service to import. All of them are imported, or none.",
  ...strict
})
export interface NewImportedKeys extends Schema.Schema.Type<typeof NewImportedKeys> {}

/** Result of an import. */
export const ImportedKeys = Schema.Struct({
  imported_count: documented(Schema.Int, "Number of keys imported. 0 in a dry run.", 1),
  hashes: documented(
    Schema.Array(KeyHash),
    "Public hashes of the imported keys, in the order of the input. They are random. Empty in a dry run.",
    [example]
  )
}).annotations({ identifier: "ImportedKeys", description: "Result of the import." })
export interface ImportedKeys extends Schema.Schema.Type<typeof ImportedKeys> {}

/** A `secret_hash` of the import is in use, in this organization or in another one. Which one is not said. */
export class HashTaken extends refusal<HashTaken>()(
  "HashTaken",
  {},
  {
    status: 400,
    reason: "hash_taken",
    sentence: "A secret_hash is in use already. No key was imported.",
    issue: { field: "keys", expected: "keys whose secret_hash is not in use" }
  }
) {}
