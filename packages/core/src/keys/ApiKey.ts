import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { bool, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import type { InputIssue } from "../schema/InvalidInput.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { KeyHash, ShortHash, shortHash } from "../values/KeyHash.js"
import { LimitInput, LimitResetInput } from "../values/Limit.js"
import { Name } from "../values/Name.js"
import { Page, PageQuery } from "../values/Page.js"
import { boolParam, workspaceParam } from "../values/queryParams.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { WindowKind } from "../values/Window.js"
import { ExpiryInput } from "./Expiry.js"

const dollars = Usd.fromNumber

/** An API key as it is shown: never the secret, and its usage as of now. Amounts are US dollars. */
export const ApiKey = Schema.Struct({
  hash: documented(
    KeyHash,
    "The key's public name: its SHA-256 in 64 lower-case hex digits. Never a credential",
    KeyHash.make("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
  ),
  name: documented(Schema.String, "The name that people read", "Build server"),
  label: documented(Schema.String, "What is shown of the secret: its first and last characters", "tg_sk_4fz...9QxL"),
  disabled: documented(Schema.Boolean, "Whether the key opens nothing for now"),
  limit: documented(Schema.NullOr(Usd.UsdFromNumber), "What the key may spend, in USD; null for no limit", dollars(25)),
  limit_remaining: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "What the limit leaves, in USD; negative where it was overdrawn, null without a limit",
    dollars(12.5)
  ),
  limit_reset: documented(
    Schema.NullOr(WindowKind),
    "When the limit's counter starts again; null for never",
    "monthly"
  ),
  include_byok_in_limit: documented(
    Schema.Boolean,
    "Whether spending through the account's own credentials counts, too"
  ),
  usage: documented(
    Usd.UsdFromNumber,
    "Spent through the gateway's credentials since the key exists, in USD",
    dollars(212.5)
  ),
  usage_daily: documented(Usd.UsdFromNumber, "The same in the current UTC day", dollars(0.5)),
  usage_weekly: documented(Usd.UsdFromNumber, "The same in the current UTC week, Monday to Sunday", dollars(4.25)),
  usage_monthly: documented(Usd.UsdFromNumber, "The same in the current UTC calendar month", dollars(12.5)),
  byok_usage: documented(
    Usd.UsdFromNumber,
    "Spent through the account's own credentials since the key exists, in USD",
    dollars(0)
  ),
  byok_usage_daily: documented(Usd.UsdFromNumber, "The same in the current UTC day", dollars(0)),
  byok_usage_weekly: documented(Usd.UsdFromNumber, "The same in the current UTC week, Monday to Sunday", dollars(0)),
  byok_usage_monthly: documented(Usd.UsdFromNumber, "The same in the current UTC calendar month", dollars(0)),
  created_at: documented(Schema.DateTimeUtc, "When the key was minted"),
  updated_at: documented(Schema.DateTimeUtc, "When it was last changed"),
  expires_at: documented(Schema.NullOr(Schema.DateTimeUtc), "When it stops opening anything; null for never", null),
  creator_user_id: documented(UserId, "The user that it was made by, or for", UserId.make("ada")),
  workspace_id: documented(WorkspaceId, "The workspace that it belongs to")
}).annotations({
  identifier: "ApiKey",
  description: "An API key, with its usage as of now. Its secret was shown once, when it was minted."
})
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

/** The key that somebody presents, and whether it manages the account. */
export const CurrentApiKey = Schema.Struct({
  ...ApiKey.fields,
  is_management_key: documented(Schema.Boolean, "Whether the key manages the account, and spends nothing")
}).annotations({ identifier: "CurrentApiKey", description: "The key that asks, with its usage as of now." })
export interface CurrentApiKey extends Schema.Schema.Type<typeof CurrentApiKey> {}

/** Which keys to list. */
export const ApiKeyPage = Schema.Struct({
  ...Page.fields,
  include_disabled: Schema.optionalWith(bool, { default: () => true }),
  workspace_id: optional(WorkspaceIdInput)
}).annotations(strict)
export interface ApiKeyPage extends Schema.Schema.Type<typeof ApiKeyPage> {}

/** The same, as a query states it. */
export const ApiKeyQuery = Schema.Struct({
  ...PageQuery.fields,
  include_disabled: boolParam(true, "Whether keys that are disabled are listed, too"),
  workspace_id: workspaceParam
})

/** A new key with its secret, which is shown in this answer and never again. */
export const CreatedApiKey = Schema.Struct({
  data: documented(ApiKey, "The key without its secret"),
  key: documented(
    Schema.Redacted(Schema.String),
    "The secret, which is shown in this answer and never again",
    Redacted.make("tg_sk_…")
  )
}).annotations({ identifier: "CreatedApiKey", description: "A new key with its secret." })
export interface CreatedApiKey extends Schema.Schema.Type<typeof CreatedApiKey> {}

/** A change to a key: an absent field is left alone, `null` clears. */
export const ApiKeyPatch = Schema.Struct({
  name: optional(Name, "The key's new name"),
  disabled: optional(bool, "Whether the key opens nothing from the next request on"),
  limit: optional(LimitInput, "What the key may spend, in USD, 0 to block it; null for no limit"),
  limit_reset: optional(LimitResetInput, "When the limit's counter starts again, at midnight UTC; null for never"),
  include_byok_in_limit: optional(bool, "Whether spending through the account's own credentials counts, too")
}).annotations({
  identifier: "ApiKeyPatch",
  description: "A change to a key: an absent field is left alone, null clears.",
  examples: [{}, { name: "Build server", limit: dollars(25), limit_reset: "monthly" }],
  ...strict
})
export interface ApiKeyPatch extends Schema.Schema.Type<typeof ApiKeyPatch> {}

/** What a new key is made of. Without a workspace it goes to the caller's, without a creator it is the caller's user's. */
export const NewApiKey = Schema.Struct({
  name: required(Name, "The name that people read"),
  limit: nullable(LimitInput, "What the key may spend, in USD, 0 to block it; null for no limit"),
  limit_reset: nullable(LimitResetInput, "When the limit's counter starts again, at midnight UTC; null for never"),
  include_byok_in_limit: optionalFalse("Whether spending through the account's own credentials counts, too"),
  expires_at: nullable(ExpiryInput, "When the key stops opening anything; null for never"),
  creator_user_id: nullable(Schema.NullOr(UserId), "The user that it is for; null for the caller's"),
  workspace_id: optional(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's"),
  management: optionalFalse("Whether it manages the account, and spends nothing")
}).annotations({
  identifier: "NewApiKey",
  description: "What a key is made of.",
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

/** Dollars spent by a key: through the gateway's credentials (`usage`) and through the account's own (`byok_usage`). */
export const UsageInput = Schema.Struct({
  usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }),
  byok_usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero })
}).annotations({ identifier: "UsageInput", ...strict })
export interface UsageInput extends Schema.Schema.Type<typeof UsageInput> {}

/** No key of this hash in the caller's organization. */
export class KeyNotFound extends Schema.TaggedError<KeyNotFound>()("KeyNotFound", {
  /** The first 12 digits of the hash; null where what was asked for is none. */
  short_hash: Schema.NullOr(ShortHash)
}) {
  override get message(): string {
    return "The organization has no key of this hash."
  }
  static of(hash: KeyHash | null): KeyNotFound {
    return new KeyNotFound({ short_hash: hash && shortHash(hash) })
  }
}

/** What a caller sends instead, by the change that is refused. */
const withoutLoss = {
  delete: { path: ["hash"], expected: "a key other than the last enabled management key that does not expire" },
  disable: { path: ["disabled"], expected: "false, for the last enabled management key that does not expire" },
  expire: { path: ["expires_at"], expected: "null, for the last enabled management key that does not expire" }
} as const

/** The change would leave the organization without an enabled management key that does not expire. */
export class LastManagementKey extends Schema.TaggedError<LastManagementKey>()("LastManagementKey", {
  hash: KeyHash,
  /** The change that is refused: deleting or disabling the key, or setting an expiration time. */
  change: Schema.Literal("delete", "disable", "expire")
}) {
  override get message(): string {
    return "This is the organization's last enabled management key that does not expire. Create another one first."
  }
  /** What to change in the request. */
  get issues(): ReadonlyArray<InputIssue> {
    return [withoutLoss[this.change]]
  }
}
