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

/**
 * Why a credential cannot be used for a request; null if it can. A request with several models may use it if one of them
 * may.
 */
export const excludes = (
  credential: ByokCredential,
  use: Pick<CredentialUse, "keyHash" | "userId"> & { readonly models: ReadonlyArray<string> }
): "disabled" | "model" | "user" | "key" | null => {
  const { allowed_api_key_hashes, allowed_models, allowed_user_ids, disabled } = credential
  if (disabled) return "disabled"
  if (allowed_models !== null && !use.models.some((model) => allowed_models.includes(model))) return "model"
  if (!lets(allowed_user_ids, use.userId)) return "user"
  return lets(allowed_api_key_hashes, use.keyHash) ? null : "key"
}

const usable = (vault: Vault["Type"], { organization_id, sealed, ...shown }: ByokRecord): UsableCredential => ({
  ...shown,
  open: Effect.mapError(
    vault.open(sealed, { ...shown, organization_id }),
    (cause) => new StorageFailure({ cause, outcome: "none" })
  )
})

/**
 * Returns the credentials that a gateway may use for a provider, in the order to try them: the enabled ones of the workspace
 * whose allowlists permit the use, fallbacks last. No HTTP operation calls it; only the process with the master
 * key can open one.
 */
export const credentialsForProvider = Effect.fnUntraced(function* (provider: Provider, use: CredentialUse) {
  const { organizationId, workspaceId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const all = yield* credentials.ofProvider(organizationId, use.workspaceId ?? workspaceId, provider)
  const models = use.model === undefined ? [] : [use.model]
  const found = all.filter((credential) => excludes(credential, { ...use, models }) === null)
  const inOrder = [...found.filter((one) => !one.is_fallback), ...found.filter((one) => one.is_fallback)]
  return inOrder.map((credential) => usable(vault, credential))
}, withSpan("byok.credentialsForProvider"))
