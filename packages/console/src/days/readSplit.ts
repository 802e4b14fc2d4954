import type { Account, ActivityPage, ActivityRow, Paged } from "@tollgate/client"

/** What days are split by. */
export type SplitBy = "model" | "key" | "user" | "provider" | "workspace"

/** A page of the activity has at most so many rows. */
export const PAGE = 100

/** So many have a color of their own. */
export const MOST = 8

/** Days of more rows are read less often, in milliseconds. */
const SLOW = 60_000

/** How long the values of a filter may be in an address. Proxies refuse lines of 8 kB. */
const MAX_TEXT = 4_000

/** 30 days of activity. */
export interface Days {
  /** The days, oldest first (UTC). */
  readonly days: ReadonlyArray<string>
  /** One row a day that had requests. */
  readonly sums: ReadonlyArray<ActivityRow>
  /** What has cost most in all of the days, a row each. */
  readonly largest: ReadonlyArray<ActivityRow>
  /** A row for each day of each of the largest. */
  readonly rows: ReadonlyArray<ActivityRow>
}

/** 30 days that are split, and the sums of what they are split by. */
export interface Split {
  readonly by: SplitBy
  /** The first page of the sums, the highest cost first. */
  readonly sums: Paged<ActivityRow>
  readonly days: Days
  /** When the days were read, in milliseconds since 1970. */
  readonly readAt: number
}

/** The last 30 days (UTC), oldest first. */
export const last30Days = (now = Date.now()): ReadonlyArray<string> =>
  Array.from({ length: 30 }, (_, at) => new Date(now - (29 - at) * 86_400_000).toISOString().slice(0, 10))

/** What a page of the activity of some days states. */
export const rangeOf = (days: ReadonlyArray<string>) => ({ from: days[0], to: days.at(-1), limit: PAGE })

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

/** The filter by some values of what is split by. Models and providers alone may be null. */
const onlyOf = (by: SplitBy, ids: ReadonlyArray<string | null>): ActivityPage => {
  const stated = ids.filter((id) => id !== null)
  switch (by) {
    case "model":
      return { model: ids }
    case "provider":
      return { provider: ids }
    case "key":
      return { key: stated }
    case "user":
      return { user: stated }
    case "workspace":
      return { workspace: stated }
  }
}

/** What costs most, as far as its ids fit into an address: a name of 255 pictures does not. */
const largestOf = (sums: ReadonlyArray<ActivityRow>, by: SplitBy): ReadonlyArray<ActivityRow> => {
  let left = MAX_TEXT
  return sums
    .filter((row) => costOf(row) > 0)
    .slice(0, MOST)
    .filter((row) => {
      const { length } = encodeURIComponent(idOf(row, by) ?? "none")
      if (length > left) return false
      left -= length
      return true
    })
}

/** The rows of all pages. */
const readPages = async (
  read: (offset: number) => Promise<Paged<ActivityRow>>
): Promise<ReadonlyArray<ActivityRow>> => {
  const rows: Array<ActivityRow> = []
  for (;;) {
    const { data, total_count } = await read(rows.length)
    rows.push(...data)
    if (data.length === 0 || rows.length >= total_count) return rows
  }
}

const readDays = async (
  account: Account,
  by: SplitBy,
  largest: Days["largest"],
  signal: AbortSignal
): Promise<Days> => {
  const days = last30Days()
  const range = rangeOf(days)
  const only = onlyOf(
    by,
    largest.map((row) => idOf(row, by))
  )
  const [sums, rows] = await Promise.all([
    account.activity.list({ ...range, group_by: ["day"] }, { signal }),
    largest.length === 0
      ? []
      : readPages((offset) => account.activity.list({ ...range, ...only, group_by: ["day", by], offset }, { signal }))
  ])
  return { days, sums: sums.data, largest, rows }
}

const isSame = (rows: Days["largest"], others: Days["largest"], by: SplitBy) =>
  rows.length === others.length && rows.every((row, at) => idOf(row, by) === idOf(others[at] ?? row, by))

/**
 * Reads the activity of 30 days, split: the sums of what it is split by, the sum of each day, and the days of the largest alone, which are at most
 * three pages. If they are more than one, days that were read before are kept for a minute, while the largest stay the same.
 */
export const readSplit = async (
  account: Account,
  by: SplitBy,
  before: Split | undefined,
  signal: AbortSignal
): Promise<Split> => {
  const sums = await account.activity.list({ ...rangeOf(last30Days()), group_by: [by] }, { signal })
  const largest = largestOf(sums.data, by)
  const now = Date.now()
  if (
    before?.by === by &&
    before.days.rows.length > PAGE &&
    isSame(before.days.largest, largest, by) &&
    // The tolerance is that of a timer.
    now - before.readAt < SLOW - 500
  ) {
    return { ...before, sums }
  }
  return { by, sums, days: await readDays(account, by, largest, signal), readAt: now }
}
