import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import { WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { expected, strict } from "../Input.js"
import { Name, UserId } from "../Text.js"
import { UsdFromNumber, UsdLimit } from "../Usd.js"
import { WindowKind } from "../Window.js"
import { KeyHash } from "./KeyHash.js"

/** An API key as it is shown: never the secret, and its usage as of now. Amounts are US dollars. */
export const ApiKey = Schema.Struct({
  hash: KeyHash,
  name: Schema.String,
  label: Schema.String,
  disabled: Schema.Boolean,
  limit: Schema.NullOr(UsdFromNumber),
  limit_remaining: Schema.NullOr(UsdFromNumber),
  limit_reset: Schema.NullOr(WindowKind),
  include_byok_in_limit: Schema.Boolean,
  usage: UsdFromNumber,
  usage_daily: UsdFromNumber,
  usage_weekly: UsdFromNumber,
  usage_monthly: UsdFromNumber,
  byok_usage: UsdFromNumber,
  byok_usage_daily: UsdFromNumber,
  byok_usage_weekly: UsdFromNumber,
  byok_usage_monthly: UsdFromNumber,
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  expires_at: Schema.NullOr(Schema.DateTimeUtc),
  creator_user_id: UserId,
  workspace_id: WorkspaceId
}).annotations({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

const flag = Schema.Boolean.pipe(expected("true or false"))

/** A limit somebody sets, where `null` means none. */
export const LimitInput = Schema.NullOr(UsdLimit).pipe(expected("a number between 0 and 1000000000, or null"))

/** When a limit's counter starts again, where `null` means never. */
export const LimitResetInput = Schema.NullOr(WindowKind).pipe(expected("daily, weekly or monthly, or null"))

/** A change to a key: an absent field is left alone, `null` clears. */
export const KeyPatch = Schema.Struct({
  name: Schema.optionalWith(Name, { exact: true }),
  disabled: Schema.optionalWith(flag, { exact: true }),
  limit: Schema.optionalWith(LimitInput, { exact: true }),
  limit_reset: Schema.optionalWith(LimitResetInput, { exact: true }),
  include_byok_in_limit: Schema.optionalWith(flag, { exact: true })
}).annotations({ identifier: "KeyPatch", ...strict })
export type KeyPatch = typeof KeyPatch.Type

/** What a new key is made of. Without a workspace it goes to the caller's, without a creator it is the caller's user's. */
export const NewKey = Schema.Struct({
  name: Name,
  limit: Schema.optionalWith(LimitInput, { default: () => null }),
  limit_reset: Schema.optionalWith(LimitResetInput, { default: () => null }),
  include_byok_in_limit: Schema.optionalWith(flag, { default: () => false }),
  expires_at: Schema.optionalWith(Schema.NullOr(Schema.DateTimeUtc).pipe(expected("an ISO 8601 time, or null")), {
    default: () => null
  }),
  creator_user_id: Schema.optionalWith(UserId, { exact: true }),
  workspace_id: Schema.optionalWith(WorkspaceIdInput, { exact: true }),
  management: Schema.optionalWith(flag, { default: () => false })
}).annotations({ identifier: "NewKey", ...strict })
export type NewKey = typeof NewKey.Type

/** No key of this hash in the caller's organization. The hash is null where what was asked for cannot be one. */
export class KeyNotFound extends Data.TaggedError("KeyNotFound")<{ readonly hash: KeyHash | null }> {
  override get message(): string {
    return "The organization has no key of this hash."
  }
}

/** The change would leave the organization without an enabled, unexpired management key. */
export class LastManagementKey extends Data.TaggedError("LastManagementKey")<{ readonly hash: KeyHash }> {
  override get message(): string {
    return "An organization keeps one enabled, unexpired management key, and this is its last."
  }
}

/** The key would have expired before it exists. */
export class ExpiryInThePast extends Data.TaggedError("ExpiryInThePast") {
  override get message(): string {
    return "expires_at must be in the future."
  }
}
