import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { bool, changesTo, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import type { InputIssue } from "../schema/refusal.js"
import { refusal } from "../schema/refusal.js"
import { unchecked } from "../schema/unchecked.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { KeyHash, ShortHash, shortHash } from "../values/KeyHash.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import { Name } from "../values/Name.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { boolParam, workspaceParam } from "../values/queryParams.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { WindowKind } from "../values/Window.js"
import { ExpiryInput } from "./Expiry.js"

const dollars = Usd.fromNumber

/** An API key as the API returns it: without its secret, with its current usage. Amounts are in USD. */
export const ApiKey = Schema.Struct({
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
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  updated_at: documented(Schema.DateTimeUtc, "Time of the last change (UTC)."),
  expires_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Expiration time (UTC). Null if the key does not expire.",
    null
  ),
  creator_user_id: documented(UserId, "User who created the key, or for whom it was created.", UserId.make("ada")),
  workspace_id: documented(WorkspaceId, "Workspace the key belongs to.")
}).annotations({
  identifier: "ApiKey",
  description: "An API key with its current usage. The secret is returned once, when the key is created."
})
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

/** An API key that was presented, and whether it is a management key. */
export const PresentedApiKey = Schema.Struct({
  ...ApiKey.fields,
  is_management_key: documented(
    Schema.Boolean,
    "Whether the key is a management key. Management keys manage the account and cannot spend."
  )
}).annotations({ identifier: "PresentedApiKey", description: "An API key that was presented, with its current usage." })
export interface PresentedApiKey extends Schema.Schema.Type<typeof PresentedApiKey> {}

/** The page of keys has another default than those of other lists. */
const DEFAULT_LIMIT = 100

/** Options for listing keys: page (`limit` 1 to 100, default 100), filters. Disabled keys are included by default. */
export const ApiKeyPage = Schema.Struct({
  ...pageFields(DEFAULT_LIMIT),
  include_disabled: Schema.optionalWith(bool, { default: () => true }),
  workspace_id: optional(WorkspaceIdInput)
}).annotations({ description: "Which API keys to list, and which part of the list to return.", ...strict })
export interface ApiKeyPage extends Schema.Schema.Type<typeof ApiKeyPage> {}

/** `ApiKeyPage` as URL query parameters. */
export const ApiKeyQuery = Schema.Struct({
  ...pageQueryFields(DEFAULT_LIMIT),
  include_disabled: boolParam(true, "Whether to include disabled keys."),
  workspace_id: workspaceParam
})

/** A new key and its secret, which is returned only here. */
export const CreatedApiKey = Schema.Struct({
  data: documented(ApiKey, "The key without its secret."),
  key: documented(
    Schema.Redacted(Schema.String),
    "The secret. It is returned only in this response.",
    Redacted.make("tg_sk_…")
  )
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
  )
}).annotations(
  changesTo("an API key", "ApiKeyPatch", { name: "Build server", limit: dollars(25), limit_reset: "monthly" })
)
export interface ApiKeyPatch extends Schema.Schema.Type<typeof ApiKeyPatch> {}

/** Input for creating an API key. Defaults: the organization's default workspace, and the caller's user as creator. */
export const NewApiKey = Schema.Struct({
  name: required(Name, "Display name."),
  limit: nullable(LimitInput, "Spending limit in USD. 0 blocks all spending; null means unlimited."),
  limit_reset: nullable(
    LimitResetInput,
    "Interval at which the limit resets, at midnight UTC. Null if it never resets."
  ),
  include_byok_in_limit: optionalFalse(
    "Whether usage through the account's own credentials (BYOK) counts toward the limit."
  ),
  expires_at: nullable(ExpiryInput, "Expiration time (UTC). Null if the key does not expire."),
  creator_user_id: nullable(Schema.NullOr(UserId), "User the key is created for. Null means the caller's user."),
  workspace_id: optional(
    WorkspaceIdInput,
    "UUID of the workspace that the key belongs to. Defaults to the organization's default workspace."
  ),
  management: optionalFalse("Whether to create a management key. Management keys manage the account and cannot spend.")
}).annotations({
  identifier: "NewApiKey",
  description: "Input for creating an API key.",
  examples: [
    {
      name: "Build server",
      limit: dollars(25),
      limit_reset: "monthly",
      include_byok_in_limit: false,
      expires_at: null,
      creator_user_id: null,
      management: false
    }
  ],
  ...strict
})
export interface NewApiKey extends Schema.Schema.Type<typeof NewApiKey> {}

/**
 * Usage to record for a key, in USD, each 0 to 1,000,000,000: through the gateway's credentials (`usage`) and through the
 * account's own (`byok_usage`).
 */
export const UsageInput = Schema.Struct({
  usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }).annotations({
    description: "Spending through the gateway's credentials, in USD. Counts toward the key's limit."
  }),
  byok_usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }).annotations({
    description:
      "Spending through the organization's own provider credentials, in USD. Counts toward the key's limit only if the key has include_byok_in_limit."
  })
}).annotations({ identifier: "UsageInput", description: "Spending to record for an API key, in USD.", ...strict })
export interface UsageInput extends Schema.Schema.Type<typeof UsageInput> {}

/** The caller's organization has no key with this hash. */
export class KeyNotFound extends notFound<KeyNotFound>()(
  "KeyNotFound",
  "The organization has no key with this hash.",
  { short_hash: Schema.NullOr(ShortHash) },
  {
    fieldsOf: (hash: KeyHash | null) => ({ short_hash: hash && shortHash(hash) }),
    idIn: ({ path, payload }) => {
      const hash = path["hash"] ?? payload["key_hash"]
      return Schema.is(KeyHash)(hash) ? hash : null
    }
  }
) {}

/** What a caller sends instead, by the change that is refused. */
const withoutLoss = {
  delete: { path: ["hash"], expected: "a key other than the last enabled management key that does not expire" },
  disable: { path: ["disabled"], expected: "false, for the last enabled management key that does not expire" },
  expire: { path: ["expires_at"], expected: "null, for the last enabled management key that does not expire" }
} as const

/** The change would leave the organization without an enabled management key that does not expire. */
export class LastManagementKey extends refusal<LastManagementKey>()(
  "LastManagementKey",
  {
    hash: KeyHash,
    /** The change that is refused: deleting or disabling the key, or setting an expiration time. */
    change: Schema.Literal("delete", "disable", "expire")
  },
  {
    status: 400,
    reason: "last_management_key",
    sentence: "This is the organization's last enabled management key that does not expire. Create another one first.",
    from: ({ path: { hash }, payload: { disabled, expires_at } }) => ({
      hash,
      change: disabled === true ? "disable" : expires_at ? "expire" : "delete"
    })
  }
) {
  override get issues(): ReadonlyArray<InputIssue> {
    return [withoutLoss[this.change]]
  }
}
