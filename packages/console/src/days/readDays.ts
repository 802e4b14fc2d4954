import type { Account, ActivityRow } from "@tollgate/client"

/** What days are split by. */
export type SplitBy = "model" | "key" | "user" | "provider" | "workspace"

/** A page of the activity has at most so many rows. */
const PAGE = 100

/** At most so many pages are read for a chart. What a day has beyond them is in its sum. */
const MAX_PAGES = 10

/** 30 days of activity. */
export interface Days {
  /** The days, oldest first (UTC). */
  readonly days: ReadonlyArray<string>
  /** One row a day that had requests. */
  readonly sums: ReadonlyArray<ActivityRow>
  /** Rows of a day and what it is split by, newest day first, as far as they were read. */
  readonly rows: ReadonlyArray<ActivityRow>
  /** Whether `rows` has all of them. */
  readonly isWhole: boolean
}

/** The last 30 days (UTC), oldest first. */
export const last30Days = (now = Date.now()): ReadonlyArray<string> =>
  Array.from({ length: 30 }, (_, at) => new Date(now - (29 - at) * 86_400_000).toISOString().slice(0, 10))

/** Reads the activity of 30 days, split. */
export const readDays = async (account: Account, by: SplitBy, signal: AbortSignal): Promise<Days> => {
  const days = last30Days()
  const range = { from: days[0], to: days.at(-1), limit: PAGE }
  const rowsFrom = (offset: number) => account.activity.list({ ...range, group_by: ["day", by], offset }, { signal })
  const [sums, first] = await Promise.all([
    account.activity.list({ ...range, group_by: ["day"] }, { signal }),
    rowsFrom(0)
  ])
  const rows = [...first.data]
  const pages = Math.min(MAX_PAGES, Math.ceil(first.total_count / PAGE))
  for (let page = 1; page < pages; page++) rows.push(...(await rowsFrom(page * PAGE)).data)
  return { days, sums: sums.data, rows, isWhole: first.total_count <= pages * PAGE }
}

/** What a row cost, through the gateway's credentials and the organization's own. */
export const costOf = ({ byok_cost, cost }: ActivityRow): number => Number((cost + byok_cost).toFixed(9))

/** The id of what a row is split by; null if it was not stated. */
export const idOf = (row: ActivityRow, by: SplitBy): string | null => row[by] ?? null

/** The name of what a row is split by. */
export const nameOf = (row: ActivityRow, by: SplitBy): string => {
  const id = idOf(row, by)
  if (id === null) return "not stated"
  if (by === "key") return row.key_name ?? `deleted key ${id.slice(0, 12)}`
  if (by === "workspace") return row.workspace_name ?? `deleted workspace ${id.slice(0, 8)}`
  return id
}
