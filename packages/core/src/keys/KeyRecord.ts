import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { OrganizationId } from "../values/Id.js"
import * as Usd from "../values/Usd.js"
import { ApiKey, type UpdatedApiKey } from "./ApiKey.js"
import { isAlive } from "./Expiry.js"
import type { KeyUsage } from "./KeyUsage.js"

/** A key as it is stored. What it has used is in its scope (see `SpendingStore`). */
export const KeyRecord = Schema.Struct({
  ...Struct.pick(ApiKey.fields, "hash", "name", "label", "disabled", "limit", "limit_reset"),
  ...Struct.pick(ApiKey.fields, "include_byok_in_limit", "max_in_flight"),
  ...Struct.pick(ApiKey.fields, "created_at", "updated_at", "expires_at", "creator_user_id", "workspace_id"),
  ...Struct.pick(ApiKey.fields, "metadata", "external_id", "created_by", "last_used_at"),
  organization_id: OrganizationId,
  is_management: Schema.Boolean,
  /** Whether a management key may change nothing. False for ordinary keys. */
  is_read_only: Schema.Boolean
})
export interface KeyRecord extends Schema.Schema.Type<typeof KeyRecord> {}

/** The fields of a key that authentication needs. */
export const KeyIdentity = KeyRecord.pick(
  "hash",
  "organization_id",
  "workspace_id",
  "creator_user_id",
  "is_management",
  "is_read_only",
  "disabled",
  "expires_at"
)
export type KeyIdentity = typeof KeyIdentity.Type

/** The fields of a key by which its loss is judged. */
export const DisabledKey = KeyRecord.pick("hash", "is_management", "is_read_only", "expires_at")
export type DisabledKey = typeof DisabledKey.Type

/** Whether the holder of a key can change the account, once it authenticates: it is a management key, and not read-only. */
export const isFullManager = (key: Pick<KeyRecord, "is_management" | "is_read_only">): boolean =>
  key.is_management && !key.is_read_only

/** Whether a key can authenticate: it is neither disabled nor expired. */
export const isActive = (key: Pick<KeyRecord, "disabled" | "expires_at">, now: DateTime.Utc): boolean =>
  !key.disabled && isAlive(key.expires_at, now)

const counterOf = { daily: "daily", weekly: "weekly", monthly: "monthly", lifetime: "lifetime" } as const

/** Remaining spend in the current window, or in the lifetime if the limit never resets. Negative if exceeded. */
const remaining = (key: KeyRecord, { byok, own }: KeyUsage): Usd.Usd | null => {
  if (key.limit === null) return null
  const counter = counterOf[key.limit_reset ?? "lifetime"]
  const used = key.include_byok_in_limit ? Usd.add(own.spent[counter], byok.spent[counter]) : own.spent[counter]
  return Usd.subtract(key.limit, used)
}

/** Converts a stored key to the one that a change of it returns, with its usage. */
export const showUpdated = (key: KeyRecord, usage: KeyUsage): UpdatedApiKey => {
  const { byok, own } = usage
  // Field by field, because a rest copy of so many fields is slower than a read from the file.
  return {
    hash: key.hash,
    name: key.name,
    label: key.label,
    disabled: key.disabled,
    limit: key.limit,
    limit_remaining: remaining(key, usage),
    limit_reset: key.limit_reset,
    include_byok_in_limit: key.include_byok_in_limit,
    max_in_flight: key.max_in_flight,
    usage: own.spent.lifetime,
    usage_daily: own.spent.daily,
    usage_weekly: own.spent.weekly,
    usage_monthly: own.spent.monthly,
    byok_usage: byok.spent.lifetime,
    byok_usage_daily: byok.spent.daily,
    byok_usage_weekly: byok.spent.weekly,
    byok_usage_monthly: byok.spent.monthly,
    held: own.held.lifetime,
    unknown: own.unknown.lifetime,
    byok_held: byok.held.lifetime,
    byok_unknown: byok.unknown.lifetime,
    created_at: key.created_at,
    updated_at: key.updated_at,
    expires_at: key.expires_at,
    creator_user_id: key.creator_user_id,
    workspace_id: key.workspace_id
  }
}

/** Converts a stored key to the one the API returns, with its usage. */
export const show = (key: KeyRecord, usage: KeyUsage): ApiKey =>
  // Onto the new object, because V8 copies one of so many fields in 7 µs.
  Object.assign(showUpdated(key, usage), {
    is_management_key: key.is_management,
    is_read_only: key.is_read_only,
    metadata: key.metadata,
    external_id: key.external_id,
    created_by: key.created_by,
    last_used_at: key.last_used_at
  })
