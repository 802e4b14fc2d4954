import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { OrganizationId } from "../values/Id.js"
import * as Usd from "../values/Usd.js"
import { ApiKey } from "./ApiKey.js"
import { isAlive } from "./Expiry.js"
import * as KeyUsage from "./KeyUsage.js"

/** A key as it is kept: what is shown of it, but its counters with their windows in place of what they read at an instant. */
export const KeyRecord = Schema.Struct({
  ...Struct.pick(ApiKey.fields, "hash", "name", "label", "disabled", "limit", "limit_reset", "include_byok_in_limit"),
  ...Struct.pick(ApiKey.fields, "created_at", "updated_at", "expires_at", "creator_user_id", "workspace_id"),
  organization_id: OrganizationId,
  is_management: Schema.Boolean,
  ...KeyUsage.KeyUsage.fields
})
export interface KeyRecord extends Schema.Schema.Type<typeof KeyRecord> {}

/** What authentication asks of a key. */
export const KeyIdentity = KeyRecord.pick(
  "hash",
  "organization_id",
  "workspace_id",
  "creator_user_id",
  "is_management",
  "disabled",
  "expires_at"
)
export type KeyIdentity = typeof KeyIdentity.Type

/** Disabled and expired keys open nothing, from the next request on. */
export const isActive = (key: Pick<KeyRecord, "disabled" | "expires_at">, now: DateTime.Utc): boolean =>
  !key.disabled && isAlive(key.expires_at, now)

const counterOf = { daily: "daily", weekly: "weekly", monthly: "monthly", lifetime: "total" } as const

/** What the limit leaves of the current window, or of the key's lifetime; negative when it was overdrawn. */
const remaining = (key: KeyRecord, { byok, usage }: KeyUsage.KeyUsage): Usd.Usd | null => {
  if (key.limit === null) return null
  const counter = counterOf[key.limit_reset ?? "lifetime"]
  const used = key.include_byok_in_limit ? Usd.add(usage[counter], byok[counter]) : usage[counter]
  return Usd.subtract(key.limit, used)
}

/** The key as it is shown at an instant. */
export const show = (key: KeyRecord, now: DateTime.Utc): ApiKey => {
  const current = KeyUsage.at(key, now.epochMillis)
  // Field by field: copying the rest of so many takes longer than reading them from a file.
  return {
    hash: key.hash,
    name: key.name,
    label: key.label,
    disabled: key.disabled,
    limit: key.limit,
    limit_remaining: remaining(key, current),
    limit_reset: key.limit_reset,
    include_byok_in_limit: key.include_byok_in_limit,
    usage: current.usage.total,
    usage_daily: current.usage.daily,
    usage_weekly: current.usage.weekly,
    usage_monthly: current.usage.monthly,
    byok_usage: current.byok.total,
    byok_usage_daily: current.byok.daily,
    byok_usage_weekly: current.byok.weekly,
    byok_usage_monthly: current.byok.monthly,
    created_at: key.created_at,
    updated_at: key.updated_at,
    expires_at: key.expires_at,
    creator_user_id: key.creator_user_id,
    workspace_id: key.workspace_id
  }
}
