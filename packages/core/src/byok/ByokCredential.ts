import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { field, needed } from "../field.js"
import { flag } from "../flag.js"
import { WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { KeyHash } from "../keys/KeyHash.js"
import { maybe, orFalse, orNull } from "../maybe.js"
import { Name } from "../Name.js"
import { Page, PageQuery } from "../Page.js"
import { queried, workspaceQuery } from "../query.js"
import { strict } from "../strict.js"
import { UserId } from "../UserId.js"
import { ShortId, shortId, uuid } from "../uuid.js"
import { Provider } from "./Provider.js"

export const ByokId = uuid("ByokId")
export type ByokId = typeof ByokId.Type

const allowlist = <A, I>(item: Schema.Schema<A, I>) => Schema.NullOr(Schema.Array(item).pipe(Schema.maxItems(100)))

/**
 * A provider credential as it is shown: never the secret. In the allowlists `null` restricts nothing and an empty list
 * lets nobody through.
 */
export const ByokCredential = Schema.Struct({
  id: field(ByokId, "Names the credential"),
  provider: field(Provider, "The upstream provider that it is for", "anthropic"),
  workspace_id: field(WorkspaceId, "The workspace that it belongs to"),
  label: field(Schema.String, "What is shown of the secret, to tell it from others", "sk-a...9f3c"),
  name: field(Schema.NullOr(Schema.String), "The name that people read", "Production"),
  disabled: field(Schema.Boolean, "Whether it is used for nothing for now"),
  is_fallback: field(Schema.Boolean, "Whether it is used only after the provider's others have been tried"),
  allowed_models: field(
    allowlist(Schema.String),
    "The model slugs that it may be used for; null restricts nothing",
    null
  ),
  allowed_api_key_hashes: field(allowlist(KeyHash), "The keys that may use it, by hash; null restricts nothing", null),
  allowed_user_ids: field(allowlist(UserId), "The users that may use it; null restricts nothing", null),
  sort_order: field(Schema.Int, "Its place among the provider's; they are tried in ascending order", 0),
  created_at: field(Schema.DateTimeUtc, "When it was stored")
}).annotations({
  identifier: "BYOKKey",
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
  provider: needed(Provider, "The slug of the upstream provider that it is for"),
  key: Schema.Redacted(Secret),
  name: orNull(Schema.NullOr(Name), "The name that people read; null for none"),
  disabled: orFalse("Whether it is used for nothing for now"),
  is_fallback: orFalse("Whether it is used only after the provider's others have been tried"),
  allowed_models: orNull(models, "The model slugs that it may be used for, at most 100; null restricts nothing"),
  allowed_api_key_hashes: orNull(keyHashes, "The keys that may use it, by hash, at most 100; null restricts nothing"),
  allowed_user_ids: orNull(userIds, "The users that may use it, at most 100; null restricts nothing"),
  sort_order: maybe(sortOrder, "Its place among the provider's, 0 to 1000000; without it, behind the last"),
  workspace_id: maybe(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's")
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
export const ByokPatch = Schema.Struct({
  key: maybe(Schema.Redacted(Secret), "The provider's new secret: it takes the place of the old one, which is gone"),
  name: maybe(Schema.NullOr(Name), "The name that people read; null for none"),
  disabled: maybe(flag, "Whether it is used for nothing from now on"),
  is_fallback: maybe(flag, "Whether it is used only after the provider's others have been tried"),
  allowed_models: maybe(models, "The model slugs that it may be used for, at most 100; null restricts nothing"),
  allowed_api_key_hashes: maybe(keyHashes, "The keys that may use it, by hash, at most 100; null restricts nothing"),
  allowed_user_ids: maybe(userIds, "The users that may use it, at most 100; null restricts nothing"),
  sort_order: maybe(sortOrder, "Its place among the provider's, 0 to 1000000")
}).annotations({
  identifier: "ByokPatch",
  description: "A change to a provider credential: an absent field is left alone, null clears.",
  examples: [{}, { name: "Production", is_fallback: true }],
  ...strict
})
export interface ByokPatch extends Schema.Schema.Type<typeof ByokPatch> {}

/** Which credentials to list: of one workspace, for one provider, or of all. */
export const ByokPage = Schema.Struct({
  ...Page.fields,
  workspace_id: maybe(WorkspaceIdInput),
  provider: maybe(Provider)
}).annotations(strict)
export interface ByokPage extends Schema.Schema.Type<typeof ByokPage> {}

/** The same, as a query states it. */
export const ByokQuery = Schema.Struct({
  ...PageQuery.fields,
  workspace_id: workspaceQuery,
  provider: queried(Provider, "one provider's slug", { type: "string" }, "Only those for the provider of this slug")
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
