import * as DateTime from "effect/DateTime"
import { toNumber } from "../values/Usd.js"
import type { KeyHolder } from "./KeyHolder.js"

/** A `KeyHolder` in plain values. */
export type PlainKeyHolder = typeof KeyHolder.Encoded

/** Encodes the holder of a key as its schema does. Written by hand, because each request of a gateway needs it and the schema takes four times as long. */
export const plainHolder = ({ key, ...holder }: KeyHolder): PlainKeyHolder => ({
  kind: holder.kind,
  organization_id: holder.organization_id,
  workspace_id: holder.workspace_id,
  user_id: holder.user_id,
  key: {
    hash: key.hash,
    name: key.name,
    label: key.label,
    disabled: key.disabled,
    limit: key.limit === null ? null : toNumber(key.limit),
    limit_remaining: key.limit_remaining === null ? null : toNumber(key.limit_remaining),
    limit_reset: key.limit_reset,
    include_byok_in_limit: key.include_byok_in_limit,
    max_in_flight: key.max_in_flight,
    usage: toNumber(key.usage),
    usage_daily: toNumber(key.usage_daily),
    usage_weekly: toNumber(key.usage_weekly),
    usage_monthly: toNumber(key.usage_monthly),
    byok_usage: toNumber(key.byok_usage),
    byok_usage_daily: toNumber(key.byok_usage_daily),
    byok_usage_weekly: toNumber(key.byok_usage_weekly),
    byok_usage_monthly: toNumber(key.byok_usage_monthly),
    held: toNumber(key.held),
    unknown: toNumber(key.unknown),
    byok_held: toNumber(key.byok_held),
    byok_unknown: toNumber(key.byok_unknown),
    created_at: DateTime.formatIso(key.created_at),
    updated_at: DateTime.formatIso(key.updated_at),
    expires_at: key.expires_at === null ? null : DateTime.formatIso(key.expires_at),
    creator_user_id: key.creator_user_id,
    workspace_id: key.workspace_id,
    is_management_key: key.is_management_key,
    is_read_only: key.is_read_only,
    metadata: { ...key.metadata },
    external_id: key.external_id,
    created_by: key.created_by,
    last_used_at: key.last_used_at === null ? null : DateTime.formatIso(key.last_used_at)
  }
})
