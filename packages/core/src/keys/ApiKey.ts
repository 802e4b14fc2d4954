import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { bool, changesTo, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { KeyHash, ShortHash, shortHash } from "../values/KeyHash.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import { Name } from "../values/Name.js"
import { RequestLimit } from "../values/RequestCount.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { WindowKind } from "../values/Window.js"
import { ExpiryInput } from "./Expiry.js"
import { ExternalId } from "./ExternalId.js"
import { KeyMetadataInput, KeyMetadataText } from "./KeyMetadata.js"

const dollars = Usd.fromNumber

/** An API key as a change of it returns it: without its secret, with its current usage. Amounts are in USD. */
export const UpdatedApiKey = Schema.Struct({
  hash: documented(
    KeyHash,
    "Public identifier of the key: its SHA-256 hash in 64 lowercase hexadecimal digits. It is not a credential.",
    KeyHash.make("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
  ),
  name: documented(unchecked(Name), "Display name.", "Build server"),
  label: documented(Schema.String, "Masked secret: its first and last characters.", "tg_sk_4fz...9QxL"),
  disabled: documented(Schema.Boolean, "Whether the key is disabled."),
  limit: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Spending limit in USD. 0 blocks all spending; null means unlimited.",
    dollars(25)
  ),
  limit_remaining: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Remaining spend under the limit, in USD. Negative if the limit is exceeded; null if there is no limit.",
    dollars(12.5)
  ),
  limit_reset: documented(
    Schema.NullOr(WindowKind),
    "Interval at which the limit resets, at midnight UTC. Null if it never resets.",
    "monthly"
  ),
  include_byok_in_limit: documented(
    Schema.Boolean,
    "Whether usage through the account's own credentials (BYOK) counts toward the limit."
  ),
  max_in_flight: documented(
    Schema.NullOr(Schema.Int),
    "Maximum number of open holds at a time. Null means no limit.",
    null
  ),
  usage: documented(Usd.UsdFromNumber, "Total usage through the gateway's credentials, in USD.", dollars(212.5)),
  usage_daily: documented(Usd.UsdFromNumber, "Usage in the current UTC day, in USD.", dollars(0.5)),
  usage_weekly: documented(
    Usd.UsdFromNumber,
    "Usage in the current UTC week (Monday to Sunday), in USD.",
    dollars(4.25)
  ),
  usage_monthly: documented(Usd.UsdFromNumber, "Usage in the current UTC calendar month, in USD.", dollars(12.5)),
  byok_usage: documented(
    Usd.UsdFromNumber,
    "Total usage through the account's own credentials (BYOK), in USD.",
    dollars(0)
  ),
  byok_usage_daily: documented(Usd.UsdFromNumber, "BYOK usage in the current UTC day, in USD.", dollars(0)),
  byok_usage_weekly: documented(
    Usd.UsdFromNumber,
    "BYOK usage in the current UTC week (Monday to Sunday), in USD.",
    dollars(0)
  ),
  byok_usage_monthly: documented(
    Usd.UsdFromNumber,
    "BYOK usage in the current UTC calendar month, in USD.",
    dollars(0)
  ),
  held: documented(
    Usd.UsdFromNumber,
    "Sum of open holds through the gateway's credentials, in USD, of requests that are not settled yet. It is not in `usage`. A hold whose lease has ended counts until a server expires it, as in budgets: after 30 seconds at most.",
    dollars(0.25)
  ),
  unknown: documented(
    Usd.UsdFromNumber,
    "Sum of holds through the gateway's credentials whose outcome is unknown, in USD, until they are settled. It is not in `usage`.",
    dollars(0)
  ),
  byok_held: documented(
    Usd.UsdFromNumber,
    "Sum of open holds through the account's own credentials (BYOK), in USD. It is not in `byok_usage`.",
    dollars(0)
  ),
  byok_unknown: documented(
    Usd.UsdFromNumber,
    "Sum of holds through the account's own credentials (BYOK) whose outcome is unknown, in USD. It is not in `byok_usage`.",
    dollars(0)
  ),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  updated_at: documented(Schema.DateTimeUtc, "Time of the last change (UTC)."),
  expires_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Expiration time (UTC). Null if the key does not expire.",
    null
  ),
  creator_user_id: documented(UserId, "User who created the key, or for whom it was created.", UserId.make("ada")),
  workspace_id: documented(WorkspaceId, "Workspace the key belongs to.")
}).annotations({ identifier: "UpdatedApiKey", description: "A changed API key with its current usage." })
export interface UpdatedApiKey extends Schema.Schema.Type<typeof UpdatedApiKey> {}

/** An API key as the API returns it: without its secret, with its current usage. Amounts are in USD. */
export const ApiKey = Schema.Struct({
  ...UpdatedApiKey.fields,
  is_management_key: documented(
    Schema.Boolean,
    "Whether the key is a management key. Management keys manage the account and cannot spend."
  ),
  is_read_only: documented(
    Schema.Boolean,
    "Whether the key is a management key that only reads: it may call every operation that changes nothing. False for ordinary keys."
  ),
  metadata: documented(
    Schema.Record({ key: Schema.String, value: unchecked(KeyMetadataText) }),
    "Up to 16 name-value pairs of text. The holder of the key can read them.",
    { team: "docs" }
  ),
  external_id: documented(
    Schema.NullOr(unchecked(ExternalId)),
    "Identifier of the key in another system, unique in the organization. Null if it has none.",
    "customer-42"
  ),
  created_by: documented(
    Schema.NullOr(UserId),
    "User whose request created the key. Null if unknown.",
    UserId.make("ada")
  ),
  last_used_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time of the last request with the key (UTC), stored within about a minute. Null if it was never used.",
    null
  )
}).annotations({
  identifier: "ApiKey",
  description: "An API key with its current usage. The secret is returned once, when the key is created."
})
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

/** A new key and its secret, which is returned only here. */
export const CreatedApiKey = Schema.Struct({
  key: documented(
    Schema.Redacted(Schema.String),
    "The secret. It is returned only in this response.",
    Redacted.make("tg_sk_…")
  ),
  data: documented(ApiKey, "The key without its secret.")
}).annotations({ identifier: "CreatedApiKey", description: "A new API key and its secret." })
export interface CreatedApiKey extends Schema.Schema.Type<typeof CreatedApiKey> {}

/** Changes to a key. Absent fields are left unchanged; `null` clears a field. */
export const ApiKeyPatch = Schema.Struct({
  name: optional(Name, "New display name."),
  disabled: optional(bool, "Whether the key is disabled. Takes effect on the next request."),
  limit: optional(LimitInput, "Spending limit in USD. 0 blocks all spending; null means unlimited."),
  limit_reset: optional(
    LimitResetInput,
    "Interval at which the limit resets, at midnight UTC. Null if it never resets."
  ),
  include_byok_in_limit: optional(
    bool,
    "Whether usage through the account's own credentials (BYOK) counts toward the limit."
  ),
  max_in_flight: optional(RequestLimit, "Maximum number of open holds at a time. Null means no limit."),
  expires_at: optional(ExpiryInput, "Expiration time (UTC). Null if the key does not expire."),
  metadata: optional(
    KeyMetadataInput,
    "Up to 16 name-value pairs of text, which replace all existing ones. Null removes them."
  ),
  external_id: optional(
    Schema.NullOr(ExternalId),
    "Identifier of the key in another system, unique in the organization. Null removes it."
  )
}).annotations(
  changesTo("an API key", "ApiKeyPatch", { name: "Build server", limit: dollars(25), limit_reset: "monthly" })
)
export interface ApiKeyPatch extends Schema.Schema.Type<typeof ApiKeyPatch> {}

/** What is stated of a key that is created or imported. */
export const newKeyFields = {
  name: required(Name, "Display name."),
  limit: nullable(LimitInput, "Spending limit in USD. 0 blocks all spending; null means unlimited."),
  limit_reset: nullable(
    LimitResetInput,
    "Interval at which the limit resets, at midnight UTC. Null if it never resets."
  ),
  include_byok_in_limit: optionalFalse(
    "Whether usage through the account's own credentials (BYOK) counts toward the limit."
  ),
  max_in_flight: nullable(RequestLimit, "Maximum number of open holds at a time. Null means no limit."),
  expires_at: nullable(ExpiryInput, "Expiration time (UTC). Null if the key does not expire."),
  creator_user_id: nullable(Schema.NullOr(UserId), "User the key is created for. Null means the caller's user."),
  workspace_id: optional(
    WorkspaceIdInput,
    "UUID of the workspace that the key belongs to. Defaults to the organization's default workspace."
  ),
  metadata: Schema.optionalWith(KeyMetadataInput, { default: () => ({}) }).annotations({
    description: "Up to 16 name-value pairs of text. The holder of the key can read them."
  }),
  external_id: nullable(
    Schema.NullOr(ExternalId),
    "Identifier of the key in another system, unique in the organization. Null if it has none."
  ),
  management: optionalFalse("Whether to create a management key. Management keys manage the account and cannot spend.")
}

/** Input for creating an API key. Defaults: the organization's default workspace, and the caller's user as creator. */
export const NewApiKey = Schema.Struct({
  ...newKeyFields,
  limit: optional(
    LimitInput,
    "Spending limit in USD. 0 blocks all spending; null means unlimited. Defaults to the organization's `default_key_limit`."
  ),
  read_only: optionalFalse(
    "Whether the management key only reads: every operation that changes something refuses it with 403 `read_only`. It stays so for its whole life. Requires `management`."
  )
}).annotations({
  identifier: "NewApiKey",
  description: "Input for creating an API key.",
  examples: [
    {
      name: "Build server",
      limit: dollars(25),
      limit_reset: "monthly",
      include_byok_in_limit: false,
      max_in_flight: null,
      expires_at: null,
      creator_user_id: null,
      metadata: { team: "docs" },
      external_id: null,
      management: false,
      read_only: false
    }
  ],
  ...strict
})
export interface NewApiKey extends Schema.Schema.Type<typeof NewApiKey> {}

/** The caller's organization has no key with this hash. */
export class KeyNotFound extends notFound<KeyNotFound>()(
  "KeyNotFound",
  { short_hash: Schema.NullOr(ShortHash) },
  (hash: KeyHash | null) => ({ short_hash: hash && shortHash(hash) })
) {}
