import type * as SqlClient from "@effect/sql/SqlClient"
import { KeyHash, type KeyRecord, OrganizationId, UserId, WindowId, WindowKind, WorkspaceId } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { bindFlag, columnList, Flag, Money, Time } from "../rows.js"

const identity = {
  hash: KeyHash,
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  creator_user_id: UserId,
  is_management: Flag,
  disabled: Flag,
  expires_at: Schema.NullOr(Time)
}

const plain = {
  ...identity,
  name: Schema.String,
  label: Schema.String,
  limit_reset: Schema.NullOr(WindowKind),
  include_byok_in_limit: Flag,
  daily_window: WindowId,
  weekly_window: WindowId,
  monthly_window: WindowId,
  created_at: Time,
  updated_at: Time
}

const money = {
  spending_limit: Schema.NullOr(Money),
  usage: Money,
  usage_daily: Money,
  usage_weekly: Money,
  usage_monthly: Money,
  byok_usage: Money,
  byok_usage_daily: Money,
  byok_usage_weekly: Money,
  byok_usage_monthly: Money
}

/** What authentication reads of a key. */
export const IdentityRow = Schema.Struct(identity)

export const KeyRow = Schema.Struct({ ...plain, ...money })
type KeyRow = typeof KeyRow.Type

export const identityColumns = (sql: SqlClient.SqlClient) => columnList(sql, Object.keys(identity))

export const keyColumns = (sql: SqlClient.SqlClient) => columnList(sql, Object.keys(plain), Object.keys(money))

export const fromRow = (row: KeyRow): KeyRecord.KeyRecord => ({
  hash: row.hash,
  organization_id: row.organization_id,
  workspace_id: row.workspace_id,
  creator_user_id: row.creator_user_id,
  is_management: row.is_management,
  name: row.name,
  label: row.label,
  disabled: row.disabled,
  limit: row.spending_limit,
  limit_reset: row.limit_reset,
  include_byok_in_limit: row.include_byok_in_limit,
  counters: {
    windows: { daily: row.daily_window, weekly: row.weekly_window, monthly: row.monthly_window },
    usage: {
      total: row.usage,
      daily: row.usage_daily,
      weekly: row.usage_weekly,
      monthly: row.usage_monthly
    },
    byok: {
      total: row.byok_usage,
      daily: row.byok_usage_daily,
      weekly: row.byok_usage_weekly,
      monthly: row.byok_usage_monthly
    }
  },
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.expires_at
})

/** A key's counters as columns. */
export const counterValues = ({ byok, usage, windows }: KeyRecord.KeyRecord["counters"]) => ({
  daily_window: windows.daily,
  weekly_window: windows.weekly,
  monthly_window: windows.monthly,
  usage: usage.total,
  usage_daily: usage.daily,
  usage_weekly: usage.weekly,
  usage_monthly: usage.monthly,
  byok_usage: byok.total,
  byok_usage_daily: byok.daily,
  byok_usage_weekly: byok.weekly,
  byok_usage_monthly: byok.monthly
})

export const toRow = (sql: SqlClient.SqlClient) => {
  const flag = bindFlag(sql)
  return (key: KeyRecord.KeyRecord) => ({
    hash: key.hash,
    organization_id: key.organization_id,
    workspace_id: key.workspace_id,
    creator_user_id: key.creator_user_id,
    is_management: flag(key.is_management),
    name: key.name,
    label: key.label,
    disabled: flag(key.disabled),
    spending_limit: key.limit,
    limit_reset: key.limit_reset,
    include_byok_in_limit: flag(key.include_byok_in_limit),
    ...counterValues(key.counters),
    created_at: key.created_at.epochMillis,
    updated_at: key.updated_at.epochMillis,
    expires_at: key.expires_at?.epochMillis ?? null
  })
}
