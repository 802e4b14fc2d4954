import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { field } from "../field.js"
import { flag } from "../flag.js"
import { WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { KeyHash } from "../keys/KeyHash.js"
import { maybe, orNull } from "../maybe.js"
import { Name } from "../Name.js"
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
export type ByokCredential = typeof ByokCredential.Type

const allowlistInput = <A, I>(item: Schema.Schema<A, I>, phrase: string) =>
  orNull(allowlist(item).pipe(expected(`a list of at most 100 ${phrase}, or null`)))

/** A provider's secret. */
const Secret = Schema.String.pipe(
  Schema.minLength(1),
  Schema.maxLength(16_384),
  // It is sealed as UTF-8, which could not give half a surrogate pair back.
  Schema.filter((secret) => secret.isWellFormed()),
  expected("a secret of 1 to 16384 characters")
)

/** What a provider credential is stored from. `key` is the secret itself: it is sealed, and never shown again. */
export const NewByokCredential = Schema.Struct({
  provider: Provider,
  key: Schema.Redacted(Secret),
  name: orNull(Schema.NullOr(Name)),
  disabled: Schema.optionalWith(flag, { default: () => false }),
  is_fallback: Schema.optionalWith(flag, { default: () => false }),
  allowed_models: allowlistInput(Name, "model slugs"),
  allowed_api_key_hashes: allowlistInput(KeyHash, "key hashes"),
  allowed_user_ids: allowlistInput(UserId, "user ids"),
  sort_order: maybe(Schema.Int.pipe(Schema.between(0, 1_000_000), expected("a whole number from 0 to 1000000"))),
  workspace_id: maybe(WorkspaceIdInput)
}).annotations({ identifier: "NewByokCredential", ...strict })
export type NewByokCredential = typeof NewByokCredential.Type

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
