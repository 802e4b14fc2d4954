import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { OrganizationId, WorkspaceId } from "../Id.js"
import { UserId } from "../Text.js"
import * as Usd from "../Usd.js"
import { WindowKind } from "../Window.js"
import type { ApiKey } from "./ApiKey.js"
import { KeyHash } from "./KeyHash.js"
import * as KeyUsage from "./KeyUsage.js"

/** A key as it is kept. */
export const KeyRecord = Schema.Struct({
  hash: KeyHash,
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  creator_user_id: UserId,
  is_management: Schema.Boolean,
  name: Schema.String,
  label: Schema.String,
  disabled: Schema.Boolean,
  limit: Schema.NullOr(Usd.Usd),
  limit_reset: Schema.NullOr(WindowKind),
  include_byok_in_limit: Schema.Boolean,
  counters: KeyUsage.KeyUsage,
  created_at: Schema.DateTimeUtcFromSelf,
  updated_at: Schema.DateTimeUtcFromSelf,
  expires_at: Schema.NullOr(Schema.DateTimeUtcFromSelf)
})
export type KeyRecord = typeof KeyRecord.Type

/** Disabled and expired keys open nothing, from the next request on. */
export const isActive = (key: Pick<KeyRecord, "disabled" | "expires_at">, now: DateTime.Utc): boolean =>
  !key.disabled && (key.expires_at === null || DateTime.greaterThan(key.expires_at, now))

const counterOf = { daily: "daily", weekly: "weekly", monthly: "monthly", lifetime: "total" } as const

/** What the limit leaves of the current window, or of the key's lifetime; negative when it was overdrawn. */
export const remaining = (key: KeyRecord, now: DateTime.Utc): Usd.Usd | null => {
  if (key.limit === null) return null
  const counter = counterOf[key.limit_reset ?? "lifetime"]
  const { byok, usage } = KeyUsage.at(key.counters, now.epochMillis)
  const used = key.include_byok_in_limit ? Usd.add(usage[counter], byok[counter]) : usage[counter]
  return Usd.subtract(key.limit, used)
}

/** The key as it is shown at an instant. */
export const show = (key: KeyRecord, now: DateTime.Utc): ApiKey => {
  const { byok, usage } = KeyUsage.at(key.counters, now.epochMillis)
  return {
    hash: key.hash,
    name: key.name,
    label: key.label,
    disabled: key.disabled,
    limit: key.limit,
    limit_remaining: remaining(key, now),
    limit_reset: key.limit_reset,
    include_byok_in_limit: key.include_byok_in_limit,
    usage: usage.total,
    usage_daily: usage.daily,
    usage_weekly: usage.weekly,
    usage_monthly: usage.monthly,
    byok_usage: byok.total,
    byok_usage_daily: byok.daily,
    byok_usage_weekly: byok.weekly,
    byok_usage_monthly: byok.monthly,
    created_at: key.created_at,
    updated_at: key.updated_at,
    expires_at: key.expires_at,
    creator_user_id: key.creator_user_id,
    workspace_id: key.workspace_id
  }
}
