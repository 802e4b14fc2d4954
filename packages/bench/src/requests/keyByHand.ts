/** A key's row as the driver returns it; amounts are nano-dollars as text. */
export interface KeyRow {
  readonly hash: string
  readonly name: string
  readonly label: string
  readonly disabled: number
  readonly limit: string | null
  readonly limit_reset: "daily" | "weekly" | "monthly" | null
  readonly include_byok_in_limit: number
  readonly max_in_flight: number | null
  /** The day of the windows, then the amounts of own usage and of BYOK usage, each in total, of the day, of the week and of the month. */
  readonly usage: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly expires_at: number | null
  readonly creator_user_id: string
  readonly workspace_id: string
  readonly is_management: number
  /** As JSON. */
  readonly metadata: string
  readonly external_id: string | null
  readonly created_by: string | null
  readonly last_used_at: number | null
}

const DAY_MS = 86_400_000

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** The first days of the usage windows at an instant. */
const windowsAt = (instant: number) => {
  const daily = dayOf(instant)
  // 1970 began on a Thursday.
  const sinceMonday = (Math.floor(instant / DAY_MS) + 3) % 7
  return { daily, weekly: dayOf(instant - sinceMonday * DAY_MS), monthly: `${daily.slice(0, 8)}01` }
}

const dollars = (nanos: string) => Number(nanos) / 1e9
const iso = (millis: number) => new Date(millis).toISOString()

/** A key as the API returns it when it is changed, with its usage at an instant. */
export const keyByHand = (row: KeyRow, now: number) => {
  const [day = "0", ...amounts] = row.usage?.split(",") ?? []
  const [today, counted] = [windowsAt(now), windowsAt(Number(day) * DAY_MS)]
  const counters = ([total = "0", daily = "0", weekly = "0", monthly = "0"]: ReadonlyArray<string>) => ({
    lifetime: dollars(total),
    daily: counted.daily < today.daily ? 0 : dollars(daily),
    weekly: counted.weekly < today.weekly ? 0 : dollars(weekly),
    monthly: counted.monthly < today.monthly ? 0 : dollars(monthly)
  })
  const usage = counters(amounts.slice(0, 4))
  const byok = counters(amounts.slice(4))
  const limit = row.limit === null ? null : dollars(row.limit)
  const window = row.limit_reset ?? "lifetime"
  const used = usage[window] + (row.include_byok_in_limit ? byok[window] : 0)
  return {
    hash: row.hash,
    name: row.name,
    label: row.label,
    disabled: Boolean(row.disabled),
    limit,
    limit_remaining: limit === null ? null : Math.round((limit - used) * 1e9) / 1e9,
    limit_reset: row.limit_reset,
    include_byok_in_limit: Boolean(row.include_byok_in_limit),
    max_in_flight: row.max_in_flight,
    usage: usage.lifetime,
    usage_daily: usage.daily,
    usage_weekly: usage.weekly,
    usage_monthly: usage.monthly,
    byok_usage: byok.lifetime,
    byok_usage_daily: byok.daily,
    byok_usage_weekly: byok.weekly,
    byok_usage_monthly: byok.monthly,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    expires_at: row.expires_at === null ? null : iso(row.expires_at),
    creator_user_id: row.creator_user_id,
    workspace_id: row.workspace_id
  }
}

/** A key as the API returns it otherwise. */
export const wholeKeyByHand = (row: KeyRow, now: number) => ({
  ...keyByHand(row, now),
  is_management_key: Boolean(row.is_management),
  metadata: JSON.parse(row.metadata),
  external_id: row.external_id,
  created_by: row.created_by,
  last_used_at: row.last_used_at === null ? null : iso(row.last_used_at)
})
