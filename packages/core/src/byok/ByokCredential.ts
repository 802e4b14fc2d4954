import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { bool, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import { ShortId, shortId, uuid } from "../schema/uuid.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { Name } from "../values/Name.js"
import { Page, PageQuery } from "../values/Page.js"
import { queryParam, workspaceParam } from "../values/queryParams.js"
import { UserId } from "../values/UserId.js"
import { Provider, providerPhrase } from "./Provider.js"

export const ByokId = uuid("ByokId")
export type ByokId = typeof ByokId.Type

const allowlist = <A, I>(item: Schema.Schema<A, I>) => Schema.NullOr(Schema.Array(item).pipe(Schema.maxItems(100)))

/**
 * A provider credential as it is shown: never the secret. In the allowlists `null` restricts nothing and an empty list
 * lets nobody through.
 */
export const ByokCredential = Schema.Struct({
  id: documented(ByokId, "Names the credential"),
  provider: documented(Provider, "The upstream provider that it is for", "anthropic"),
  workspace_id: documented(WorkspaceId, "The workspace that it belongs to"),
  label: documented(Schema.String, "What is shown of the secret, to tell it from others", "sk-a...9f3c"),
  name: documented(Schema.NullOr(Schema.String), "The name that people read", "Production"),
  disabled: documented(Schema.Boolean, "Whether it is used for nothing for now"),
  is_fallback: documented(Schema.Boolean, "Whether it is used only after the provider's others have been tried"),
  allowed_models: documented(
    allowlist(Schema.String),
    "The model slugs that it may be used for; null restricts nothing",
    null
  ),
  allowed_api_key_hashes: documented(
    allowlist(KeyHash),
    "The keys that may use it, by hash; null restricts nothing",
    null
  ),
  allowed_user_ids: documented(allowlist(UserId), "The users that may use it; null restricts nothing", null),
  sort_order: documented(Schema.Int, "Its place among the provider's; they are tried in ascending order", 0),
  created_at: documented(Schema.DateTimeUtc, "When it was stored")
}).annotations({
  identifier: "ByokCredential",
  description: "A provider credential of the account's own (bring your own key). Its secret is never shown."
})
export interface ByokCredential extends Schema.Schema.Type<typeof ByokCredential> {}

const allowlistInput = <A, I>(item: Schema.Schema<A, I>, phrase: string) =>
  allowlist(item).pipe(expected(`a list of at most 100 ${phrase}, or null`))

const models = allowlistInput(Name, "model slugs")
const keyHashes = allowlistInput(KeyHash, "key hashes")
const userIds = allowlistInput(UserId, "user ids")
const sortOrder = Schema.Int.pipe(Schema.between(0, 1_000_000), expected("a whole number from 0 to 1000000"))

/** A provider's secret. */
const Secret = Schema.String.pipe(
  Schema.minLength(1),
  // The document describes what is bounded, and knows nothing of what is asked of it beyond.
  Schema.maxLength(16_384, { description: "The provider's secret: sealed, and never shown again" }),
  // It is sealed as UTF-8, which could not give half a surrogate pair back.
  Schema.filter((secret) => secret.isWellFormed()),
  expected("a secret of 1 to 16384 characters")
)

/** What a provider credential is stored from. `key` is the secret itself: it is sealed, and never shown again. */
export const NewByokCredential = Schema.Struct({
  provider: required(Provider, "The slug of the upstream provider that it is for"),
  key: Schema.Redacted(Secret),
  name: nullable(Schema.NullOr(Name), "The name that people read; null for none"),
  disabled: optionalFalse("Whether it is used for nothing for now"),
  is_fallback: optionalFalse("Whether it is used only after the provider's others have been tried"),
  allowed_models: nullable(models, "The model slugs that it may be used for, at most 100; null restricts nothing"),
  allowed_api_key_hashes: nullable(keyHashes, "The keys that may use it, by hash, at most 100; null restricts nothing"),
  allowed_user_ids: nullable(userIds, "The users that may use it, at most 100; null restricts nothing"),
  sort_order: optional(sortOrder, "Its place among the provider's, 0 to 1000000; without it, behind the last"),
  workspace_id: optional(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's")
}).annotations({
  identifier: "NewByokCredential",
  description: "What a provider credential is stored from.",
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

/** A change to a credential: an absent field is left alone, `null` clears. `key` replaces the secret in place. */
export const ByokCredentialPatch = Schema.Struct({
  key: optional(Schema.Redacted(Secret), "The provider's new secret: it takes the place of the old one, which is gone"),
  name: optional(Schema.NullOr(Name), "The name that people read; null for none"),
  disabled: optional(bool, "Whether it is used for nothing from now on"),
  is_fallback: optional(bool, "Whether it is used only after the provider's others have been tried"),
  allowed_models: optional(models, "The model slugs that it may be used for, at most 100; null restricts nothing"),
  allowed_api_key_hashes: optional(keyHashes, "The keys that may use it, by hash, at most 100; null restricts nothing"),
  allowed_user_ids: optional(userIds, "The users that may use it, at most 100; null restricts nothing"),
  sort_order: optional(sortOrder, "Its place among the provider's, 0 to 1000000")
}).annotations({
  identifier: "ByokCredentialPatch",
  description: "A change to a provider credential: an absent field is left alone, null clears.",
  examples: [{}, { name: "Production", is_fallback: true }],
  ...strict
})
export interface ByokCredentialPatch extends Schema.Schema.Type<typeof ByokCredentialPatch> {}

/** Which credentials to list: of one workspace, for one provider, or of all. */
export const ByokCredentialPage = Schema.Struct({
  ...Page.fields,
  workspace_id: optional(WorkspaceIdInput),
  provider: optional(Provider)
}).annotations(strict)
export interface ByokCredentialPage extends Schema.Schema.Type<typeof ByokCredentialPage> {}

/** The same, as a query states it. */
export const ByokCredentialQuery = Schema.Struct({
  ...PageQuery.fields,
  workspace_id: workspaceParam,
  provider: queryParam(
    Provider,
    "the slug of one supported provider",
    { type: "string" },
    "Only those for the provider of this slug",
    providerPhrase
  )
})

/** No such credential in the caller's organization. */
export class ByokNotFound extends Schema.TaggedError<ByokNotFound>()("ByokNotFound", {
  /** The first 8 digits of the id; null where what was asked for is none. */
  short_id: Schema.NullOr(ShortId)
}) {
  override get message(): string {
    return "The organization has no such credential."
  }
  static of(id: ByokId | null): ByokNotFound {
    return new ByokNotFound({ short_id: shortId(id) })
  }
}
