import { ApiKeyPatch, KeyRotation, NewApiKey, SecretKey, UsageInput } from "@tollgate/core"
import type { KeyRecord } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/**
 * Input of `createKey`.
 *
 * @param input Fields to set. @default a name and no limit
 *
 * @example
 * import { aKey } from "@tollgate/testing"
 *
 * export const input = aKey({ limit: 5, limit_reset: "daily" })
 */
export const aKey = (input: Partial<typeof NewApiKey.Encoded> = {}): NewApiKey =>
  Schema.decodeSync(NewApiKey)({ name: "A key", ...input })

/** Input of `updateKey`: `aKeyPatch({ limit: null })`. */
export const aKeyPatch: (input: typeof ApiKeyPatch.Encoded) => ApiKeyPatch = Schema.decodeSync(ApiKeyPatch)

/** Input of `rotateKey`. @default no grace */
export const aRotation = (input: typeof KeyRotation.Encoded = {}): KeyRotation => Schema.decodeSync(KeyRotation)(input)

/** Input of `recordUsage`, in USD: `someUsage({ usage: 0.25 })`. */
export const someUsage: (input: typeof UsageInput.Encoded) => UsageInput = Schema.decodeSync(UsageInput)

/** Input that decodes. `createKey` may still refuse it, for example for an `expires_at` in the past. */
export const anyKey = Arbitrary.make(NewApiKey)
/** Arbitrary valid `ApiKeyPatch` inputs, for property tests. */
export const anyKeyPatch = Arbitrary.make(ApiKeyPatch)
/** Arbitrary valid `UsageInput` inputs, for property tests. */
export const anyUsage = Arbitrary.make(UsageInput)

/** The SHA-256 of a random secret and its masked text, for `KeyStore.rotate`. */
export const aSecret = Effect.map(SecretKey.mint("ordinary"), (secret) => ({
  secret: SecretKey.hash(secret),
  label: SecretKey.mask(secret)
}))

/** The record of a key with a random secret. */
export const aKeyRecord = Effect.fnUntraced(function* (home: Home, overrides: Partial<KeyRecord> = {}) {
  const secret = yield* SecretKey.mint(overrides.is_management ? "management" : "ordinary")
  const record: KeyRecord = {
    hash: SecretKey.hash(secret),
    organization_id: home.organization_id,
    workspace_id: home.workspace_id,
    creator_user_id: home.owner,
    is_management: false,
    is_read_only: false,
    name: "A key",
    label: SecretKey.mask(secret),
    disabled: false,
    limit: null,
    limit_reset: null,
    include_byok_in_limit: false,
    max_in_flight: null,
    created_at: noon,
    updated_at: noon,
    expires_at: null,
    metadata: {},
    external_id: null,
    created_by: home.owner,
    last_used_at: null,
    ...overrides
  }
  return record
})
