import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { documented, nullable, optionalFalse, required, strict } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { KeyHash } from "../values/KeyHash.js"
import * as Usd from "../values/Usd.js"
import { newKeyFields } from "./ApiKey.js"

/** The most keys of one import. */
const MAX_IMPORTED_KEYS = 1000

const ITEMS = `${EXPECTED}a list of 1 to ${MAX_IMPORTED_KEYS} keys`

const example = KeyHash.make("60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752")

/** How the secrets of imported keys begin: 1 to 64 visible ASCII characters. */
const ImportedPrefix = Schema.String.pipe(
  Schema.pattern(/^[\x21-\x7e]{1,64}$/),
  expected("a text of 1 to 64 visible ASCII characters")
)

const LabelInput = Schema.NullOr(text(32)).pipe(
  expected("text of 1 to 32 characters without control characters or bidirectional marks, or null")
)

const spent = (description: string) =>
  Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }).annotations({ description })

/** A key that another service has issued: the SHA-256 of its secret, its terms, and what it has spent. The secret itself is not known. */
export const NewImportedKey = Schema.Struct({
  secret_hash: required(
    KeyHash.pipe(expected("the SHA-256 of the secret in 64 lowercase hexadecimal digits")),
    "SHA-256 of the secret in 64 lowercase hexadecimal digits. Nothing returns it."
  ),
  ...newKeyFields,
  label: nullable(LabelInput, "Masked secret, at most 32 characters. Null means the prefix of the import and `...`."),
  disabled: optionalFalse("Whether the key is disabled."),
  usage: spent(
    "What the key has spent before the import through the gateway's credentials, in USD. It counts for the key, its workspace and its organization. 0 for a management key."
  ),
  usage_daily: spent("The part of it in the current UTC day. At most that of the week and that of the month."),
  usage_weekly: spent("The part of it in the current UTC week (Monday to Sunday)."),
  usage_monthly: spent("The part of it in the current UTC calendar month.")
}).annotations({
  identifier: "NewImportedKey",
  description: "A key of another service: the SHA-256 of its secret, its terms, and what it has spent.",
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

/** A day is part of a week and of a month, and each of them of the whole. A week may have begun before its month. */
const areParts = (keys: ReadonlyArray<NewImportedKey>) =>
  keys.flatMap(({ usage, usage_daily, usage_monthly, usage_weekly }, at) => {
    const issue = (field: keyof NewImportedKey, isPart: boolean, phrase: string) =>
      isPart ? [] : [{ path: [at, field], message: EXPECTED + phrase }]
    return [
      ...issue(
        "usage_daily",
        usage_daily <= usage_weekly && usage_daily <= usage_monthly,
        "an amount of at most usage_weekly and usage_monthly"
      ),
      ...issue("usage_weekly", usage_weekly <= usage, "an amount of at most usage"),
      ...issue("usage_monthly", usage_monthly <= usage, "an amount of at most usage")
    ]
  })

/** Input for importing keys: 1 to 1,000, all or none of which are imported. */
export const NewImportedKeys = Schema.Struct({
  prefix: nullable(
    Schema.NullOr(ImportedPrefix).pipe(expected("a text of 1 to 64 visible ASCII characters, or null")),
    "How the secrets begin. Only secrets that begin so are looked up. Null if they have the form of this server's own keys, with their checksum."
  ),
  keys: Schema.Array(NewImportedKey).pipe(
    // Not `expected`, which would hide what is wrong inside of a key.
    Schema.minItems(1, { message: () => ITEMS }),
    Schema.maxItems(MAX_IMPORTED_KEYS, {
      message: () => ITEMS,
      description: `The keys, at most ${MAX_IMPORTED_KEYS}.`
    }),
    Schema.filter(once("secret_hash", "a secret_hash that no other key of the import has")),
    Schema.filter(once("external_id", "an external_id that no other key of the import has")),
    Schema.filter(areParts)
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

/**
 * A `secret_hash` of the import is in use, in this organization or in another one. `places` names those keys by their places in the import,
 * for the host alone: a management key could find out whether somebody has a certain secret.
 */
export class HashTaken extends refusal<HashTaken>()("HashTaken", {
  places: Schema.Array(Schema.Int).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => [])
  )
}) {}
