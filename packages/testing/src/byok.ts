import { ByokCredentialPatch, ByokId, Entropy, NewByokCredential } from "@tollgate/core"
import type { ByokRecord } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** Input of `createByokCredential`. */
export const aByokCredential = (input: Partial<typeof NewByokCredential.Encoded> = {}): NewByokCredential =>
  Schema.decodeSync(NewByokCredential)({ provider: "openai", key: "sk-proj-0123456789abcdefghijklmnop", ...input })

/** Input of `updateByokCredential`: `aByokPatch({ name: null })`. */
export const aByokPatch: (input: typeof ByokCredentialPatch.Encoded) => ByokCredentialPatch =
  Schema.decodeSync(ByokCredentialPatch)

/** Arbitrary valid `NewByokCredential` inputs, for property tests. */
export const anyByokCredential = Arbitrary.make(NewByokCredential)

/** The record of a provider credential. Its sealed secret is random bytes, which no vault can open. */
export const aByokRecord = Effect.fnUntraced(function* (home: Home, overrides: Partial<ByokRecord> = {}) {
  const record: ByokRecord = {
    id: ByokId.make(yield* Entropy.uuid),
    organization_id: home.organization_id,
    workspace_id: home.workspace_id,
    provider: "openai",
    label: "sk-p...mnop",
    name: null,
    disabled: false,
    is_fallback: false,
    allowed_models: null,
    allowed_api_key_hashes: null,
    allowed_user_ids: null,
    sort_order: 0,
    created_at: noon,
    sealed: Uint8Array.from(yield* Entropy.bytes(64)),
    ...overrides
  }
  return record
})
