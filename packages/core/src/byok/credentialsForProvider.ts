import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ManagementCaller } from "../access/Caller.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { withSpan } from "../runtime/withSpan.js"
import { optional, strict } from "../schema/fields.js"
import { WorkspaceIdInput } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { UserId } from "../values/UserId.js"
import type { ByokCredential } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"
import { ByokStore } from "./ByokStore.js"
import type { Provider } from "./Provider.js"
import { Vault } from "./Vault.js"

/** The request that a provider credential is wanted for. */
export const CredentialUse = Schema.Struct({
  model: optional(
    Schema.String,
    "Slug of the requested model. If omitted, credentials with an allowlist of models are skipped."
  ),
  userId: optional(
    UserId,
    "User who makes the request. If omitted, credentials with an allowlist of users are skipped."
  ),
  keyHash: optional(
    KeyHash,
    "Hash of the API key that makes the request. If omitted, credentials with an allowlist of keys are skipped."
  ),
  workspaceId: optional(
    WorkspaceIdInput,
    "UUID of the workspace whose credentials are searched. If omitted, the caller's workspace."
  )
}).annotations({
  identifier: "CredentialUse",
  description: "The request that a provider credential is wanted for.",
  ...strict
})
export interface CredentialUse extends Schema.Schema.Type<typeof CredentialUse> {}

/** A credential without its secret, and an effect that opens the secret. */
export interface UsableCredential extends ByokCredential {
  /** Opens the sealed secret. Fails with `StorageFailure` if it was sealed with another master key or is damaged. */
  readonly open: Effect.Effect<Redacted.Redacted, StorageFailure>
}

/** Whether an allowlist permits a value. Null permits all, an empty list none. */
const lets = <A>(allowed: ReadonlyArray<A> | null, who: A | undefined): boolean =>
  allowed === null || (who !== undefined && allowed.includes(who))

const isFor = (credential: ByokCredential, { keyHash, model, userId }: CredentialUse): boolean =>
  !credential.disabled &&
  lets(credential.allowed_models, model) &&
  lets(credential.allowed_user_ids, userId) &&
  lets(credential.allowed_api_key_hashes, keyHash)

const usable = (vault: Vault["Type"], { organization_id, sealed, ...shown }: ByokRecord): UsableCredential => ({
  ...shown,
  open: Effect.mapError(
    vault.open(sealed, { ...shown, organization_id }),
    (cause) => new StorageFailure({ cause, outcome: "none" })
  )
})

/**
 * Returns the credentials that a gateway may use for a provider, in the order to try them: the enabled ones of the workspace
 * whose allowlists permit the use, fallbacks last. No HTTP operation calls it, because no response contains a secret; only
 * the process with the master key can open one.
 */
export const credentialsForProvider = Effect.fnUntraced(function* (provider: Provider, use: CredentialUse) {
  const { organizationId, workspaceId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const all = yield* credentials.ofProvider(organizationId, use.workspaceId ?? workspaceId, provider)
  const found = all.filter((credential) => isFor(credential, use))
  const inOrder = [...found.filter((one) => !one.is_fallback), ...found.filter((one) => one.is_fallback)]
  return inOrder.map((credential) => usable(vault, credential))
}, withSpan("byok.credentialsForProvider"))
