import * as Schema from "effect/Schema"
import { flag } from "../flag.js"
import { WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { LimitInput, LimitResetInput } from "../Limit.js"
import { maybe, orNull } from "../maybe.js"
import { Name } from "../Name.js"
import { Page, PageQuery } from "../Page.js"
import { flagQuery, workspaceQuery } from "../query.js"
import { strict } from "../strict.js"
import * as Usd from "../Usd.js"
import { UserId } from "../UserId.js"
import { WindowKind } from "../Window.js"
import { ExpiryInput } from "./Expiry.js"
import { KeyHash, ShortHash, shortHash } from "./KeyHash.js"

/** An API key as it is shown: never the secret, and its usage as of now. Amounts are US dollars. */
export const ApiKey = Schema.Struct({
  hash: KeyHash,
  name: Schema.String,
  label: Schema.String,
  disabled: Schema.Boolean,
  limit: Schema.NullOr(Usd.UsdFromNumber),
  limit_remaining: Schema.NullOr(Usd.UsdFromNumber),
  limit_reset: Schema.NullOr(WindowKind),
  include_byok_in_limit: Schema.Boolean,
  usage: Usd.UsdFromNumber,
  usage_daily: Usd.UsdFromNumber,
  usage_weekly: Usd.UsdFromNumber,
  usage_monthly: Usd.UsdFromNumber,
  byok_usage: Usd.UsdFromNumber,
  byok_usage_daily: Usd.UsdFromNumber,
  byok_usage_weekly: Usd.UsdFromNumber,
  byok_usage_monthly: Usd.UsdFromNumber,
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  expires_at: Schema.NullOr(Schema.DateTimeUtc),
  creator_user_id: UserId,
  workspace_id: WorkspaceId
}).annotations({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

/** The key that somebody presents, and whether it manages the account. */
export const CurrentKey = Schema.Struct({ ...ApiKey.fields, is_management_key: Schema.Boolean }).annotations({
  identifier: "CurrentKey"
})
export type CurrentKey = typeof CurrentKey.Type

/** Which keys to list. */
export const KeysPage = Schema.Struct({
  ...Page.fields,
  include_disabled: Schema.optionalWith(flag, { default: () => true }),
  workspace_id: maybe(WorkspaceIdInput)
}).annotations(strict)
export type KeysPage = typeof KeysPage.Type

/** The same, as a query states it. */
export const KeysQuery = Schema.Struct({
  ...PageQuery.fields,
  include_disabled: flagQuery(true),
  workspace_id: workspaceQuery
})

/** A new key with its secret, which is shown in this answer and never again. */
export const MintedKey = Schema.Struct({ data: ApiKey, key: Schema.Redacted(Schema.String) })
export type MintedKey = typeof MintedKey.Type

/** A change to a key: an absent field is left alone, `null` clears. */
export const KeyPatch = Schema.Struct({
  name: maybe(Name),
  disabled: maybe(flag),
  limit: maybe(LimitInput),
  limit_reset: maybe(LimitResetInput),
  include_byok_in_limit: maybe(flag)
}).annotations({ identifier: "KeyPatch", ...strict })
export type KeyPatch = typeof KeyPatch.Type

/** What a new key is made of. Without a workspace it goes to the caller's, without a creator it is the caller's user's. */
export const NewKey = Schema.Struct({
  name: Name,
  limit: orNull(LimitInput),
  limit_reset: orNull(LimitResetInput),
  include_byok_in_limit: Schema.optionalWith(flag, { default: () => false }),
  expires_at: orNull(ExpiryInput),
  creator_user_id: orNull(Schema.NullOr(UserId)),
  workspace_id: maybe(WorkspaceIdInput),
  management: Schema.optionalWith(flag, { default: () => false })
}).annotations({ identifier: "NewKey", ...strict })
export type NewKey = typeof NewKey.Type

/** Dollars spent by a key: through the gateway's credentials (`usage`) and through the account's own (`byok_usage`). */
export const UsageInput = Schema.Struct({
  usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }),
  byok_usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero })
}).annotations({ identifier: "UsageInput", ...strict })
export type UsageInput = typeof UsageInput.Type

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

/** The change would leave the organization without an enabled, unexpired management key. */
export class LastManagementKey extends Schema.TaggedError<LastManagementKey>()("LastManagementKey", {
  hash: KeyHash
}) {
  override get message(): string {
    return "An organization keeps one enabled, unexpired management key, and this is its last."
  }
}
