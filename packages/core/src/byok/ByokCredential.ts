import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { expected } from "../schema/expected.js"
import { bool, changesTo, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { uuid } from "../schema/uuid.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { Name } from "../values/Name.js"
import { Page, PageQuery } from "../values/Page.js"
import { queryParam, workspaceParam } from "../values/queryParams.js"
import { UserId } from "../values/UserId.js"
import { Provider, providerPhrase } from "./Provider.js"

/** UUID of a provider credential. */
export const ByokId = uuid("ByokId")
export type ByokId = typeof ByokId.Type

const allowlist = <A, I>(item: Schema.Schema<A, I>) => Schema.NullOr(Schema.Array(item).pipe(Schema.maxItems(100)))

const words = {
  key: "The provider's secret, 1 to 16384 characters. It is stored encrypted and never returned.",
  provider: "Slug of the upstream provider the credential authenticates against.",
  name: "Display name. Null if it has none.",
  disabled: "Whether the credential is disabled.",
  is_fallback: "Whether this credential is tried only after the provider's other credentials.",
  allowed_models: "Slugs of the models the credential may be used for, at most 100. Null means no restriction.",
  allowed_api_key_hashes: "Hashes of the API keys that may use the credential, at most 100. Null means no restriction.",
  allowed_user_ids: "Ids of the users who may use the credential, at most 100. Null means no restriction."
}

/**
 * A provider credential (bring your own key) as the API returns it, without its secret. In an allowlist `null` means no
 * restriction, and an empty list allows nothing.
 */
export const ByokCredential = Schema.Struct({
  id: documented(ByokId, "Unique identifier."),
  provider: documented(Provider, words.provider, "anthropic"),
  workspace_id: documented(WorkspaceId, "Workspace the credential belongs to."),
  label: documented(Schema.String, "Masked secret, to recognize the credential by.", "sk-a...9f3c"),
  name: documented(Schema.NullOr(unchecked(Name)), words.name, "Production"),
  disabled: documented(Schema.Boolean, words.disabled),
  is_fallback: documented(Schema.Boolean, words.is_fallback),
  allowed_models: documented(allowlist(unchecked(Name)), words.allowed_models, null),
  allowed_api_key_hashes: documented(allowlist(KeyHash), words.allowed_api_key_hashes, null),
  allowed_user_ids: documented(allowlist(UserId), words.allowed_user_ids, null),
  sort_order: documented(Schema.Int, "Position within the provider. Credentials are tried in ascending order.", 0),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).")
}).annotations({
  identifier: "ByokCredential",
  description: "A provider credential of the account (bring your own key). Its secret is never returned."
})
export interface ByokCredential extends Schema.Schema.Type<typeof ByokCredential> {}

const allowlistInput = <A, I>(item: Schema.Schema<A, I>, phrase: string) =>
  allowlist(item).pipe(expected(`a list of at most 100 ${phrase}, or null`))

const models = allowlistInput(Name, "model slugs")
const keyHashes = allowlistInput(KeyHash, "key hashes")
const userIds = allowlistInput(UserId, "user ids")
/** The greatest `sort_order` of a credential. */
export const MAX_SORT_ORDER = 1_000_000

const sortOrder = Schema.Int.pipe(
  Schema.between(0, MAX_SORT_ORDER),
  expected(`a whole number from 0 to ${MAX_SORT_ORDER}`)
)

const Secret = Schema.String.pipe(
  Schema.minLength(1),
  Schema.maxLength(16_384),
  // It is encrypted as UTF-8, which cannot represent a lone surrogate.
  Schema.filter((secret) => secret.isWellFormed()),
  expected("a secret of 1 to 16384 characters")
)

/** Input for creating a provider credential. `key` is the provider's secret; it is stored encrypted and never returned. */
export const NewByokCredential = Schema.Struct({
  provider: required(Provider, words.provider),
  key: required(Schema.Redacted(Secret), words.key),
  name: nullable(Schema.NullOr(Name), words.name),
  disabled: optionalFalse(words.disabled),
  is_fallback: optionalFalse(words.is_fallback),
  allowed_models: nullable(models, words.allowed_models),
  allowed_api_key_hashes: nullable(keyHashes, words.allowed_api_key_hashes),
  allowed_user_ids: nullable(userIds, words.allowed_user_ids),
  sort_order: optional(
    sortOrder,
    "Position within the provider, 0 to 1000000. Defaults to the position after the last."
  ),
  workspace_id: optional(
    WorkspaceIdInput,
    "UUID of the workspace that the credential belongs to. Defaults to the organization's default workspace."
  )
}).annotations({
  identifier: "NewByokCredential",
  description: "Input for creating a provider credential.",
  examples: [
    {
      provider: "anthropic",
      key: Redacted.make("sk-ant-not-a-real-secret"),
      name: "Production",
      disabled: false,
      is_fallback: false,
      allowed_models: null,
      allowed_api_key_hashes: null,
      allowed_user_ids: null
    }
  ],
  ...strict
})
export interface NewByokCredential extends Schema.Schema.Type<typeof NewByokCredential> {}

/** Changes to a credential. Absent fields are left unchanged; `null` clears a field; `key` replaces the secret. */
export const ByokCredentialPatch = Schema.Struct({
  key: optional(Schema.Redacted(Secret), "New secret. It replaces the old one, which is deleted."),
  name: optional(Schema.NullOr(Name), words.name),
  disabled: optional(bool, words.disabled),
  is_fallback: optional(bool, words.is_fallback),
  allowed_models: optional(models, words.allowed_models),
  allowed_api_key_hashes: optional(keyHashes, words.allowed_api_key_hashes),
  allowed_user_ids: optional(userIds, words.allowed_user_ids),
  sort_order: optional(sortOrder, "Position within the provider, 0 to 1000000.")
}).annotations(changesTo("a provider credential", "ByokCredentialPatch", { name: "Production", is_fallback: true }))
export interface ByokCredentialPatch extends Schema.Schema.Type<typeof ByokCredentialPatch> {}

/** Options for listing credentials: page, workspace, provider. */
export const ByokCredentialPage = Schema.Struct({
  ...Page.fields,
  workspace_id: optional(WorkspaceIdInput),
  provider: optional(Provider)
}).annotations({ description: "Which provider credentials to list, and which part of the list to return.", ...strict })
export interface ByokCredentialPage extends Schema.Schema.Type<typeof ByokCredentialPage> {}

/** `ByokCredentialPage` as URL query parameters. */
export const ByokCredentialQuery = Schema.Struct({
  ...PageQuery.fields,
  workspace_id: workspaceParam,
  provider: queryParam(
    Provider,
    "the slug of one supported provider",
    "Only credentials for the provider with this slug.",
    providerPhrase
  )
})

/** The caller's organization has no credential with this id. */
export class ByokNotFound extends notFoundById<ByokNotFound>()("ByokNotFound") {}
