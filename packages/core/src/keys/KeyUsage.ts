import * as Schema from "effect/Schema"
import { LATEST } from "../schema/Instant.js"
import * as Usd from "../values/Usd.js"
import { WindowId, type WindowKind, windowId } from "../values/Window.js"

const Spend = Schema.Struct({ total: Usd.Usd, daily: Usd.Usd, weekly: Usd.Usd, monthly: Usd.Usd })

/** Usage in nano-dollars: in total, and in the current window of each kind. */
export type Spend = typeof Spend.Type

/**
 * A key's usage counters. Each counter stores its window, so no job has to reset it: a counter of an older window reads
 * as 0, and the first usage in a new window restarts it.
 */
export const KeyUsage = Schema.Struct({
  windows: Schema.Struct({ daily: WindowId, weekly: WindowId, monthly: WindowId }),
  usage: Spend,
  byok: Spend
})
export type KeyUsage = typeof KeyUsage.Type

const nothing: Spend = { total: Usd.zero, daily: Usd.zero, weekly: Usd.zero, monthly: Usd.zero }

const DAY = 86_400_000

const windowsOf = (instant: number): KeyUsage["windows"] => ({
  daily: windowId("daily", instant),
  weekly: windowId("weekly", instant),
  monthly: windowId("monthly", instant)
})

// Windows begin at midnight UTC, and successive calls nearly always fall on the same day.
let latest = { day: 0, windows: windowsOf(0) }

const windowsAt = (instant: number): KeyUsage["windows"] => {
  const day = Math.floor(instant / DAY)
  if (day !== latest.day) latest = { day, windows: windowsOf(instant) }
  return latest.windows
}

export const none = (instant: number): KeyUsage => ({ windows: windowsAt(instant), usage: nothing, byok: nothing })

/** Whether a newer window can come from a clock that has since stepped back, by at most a day. */
const isBelievable = (id: WindowId, kind: WindowKind, instant: number) =>
  id <= windowId(kind, Math.min(instant + DAY, LATEST))

const isAhead = (counters: KeyUsage, kind: WindowKind, instant: number): boolean => {
  const id = counters.windows[kind]
  return id > windowsAt(instant)[kind] && !isBelievable(id, kind, instant)
}

/** Whether the counters are of a day that is more than one ahead of an instant: the clock was wrong. */
export const areAhead = (counters: KeyUsage, instant: number): boolean => isAhead(counters, "daily", instant)

/**
 * The counters at an instant. If the clock steps back by up to a day, counters of newer windows are kept, so no spend is
 * freed. A window further ahead is discarded, because a single wrong clock reading would otherwise block its counter.
 */
export const at = (counters: KeyUsage, instant: number): KeyUsage => {
  const now = windowsAt(instant)
  const over = (kind: WindowKind) => counters.windows[kind] < now[kind] || isAhead(counters, kind, instant)
  if (!over("daily") && !over("weekly") && !over("monthly")) return counters
  const read = (spend: Spend): Spend => ({
    total: spend.total,
    daily: over("daily") ? Usd.zero : spend.daily,
    weekly: over("weekly") ? Usd.zero : spend.weekly,
    monthly: over("monthly") ? Usd.zero : spend.monthly
  })
  const window = (kind: WindowKind) => (over(kind) ? now[kind] : counters.windows[kind])
  return {
    windows: { daily: window("daily"), weekly: window("weekly"), monthly: window("monthly") },
    usage: read(counters.usage),
    byok: read(counters.byok)
  }
}

const plus = (spend: Spend, amount: Usd.Usd): Spend => ({
  total: Usd.add(spend.total, amount),
  daily: Usd.add(spend.daily, amount),
  weekly: Usd.add(spend.weekly, amount),
  monthly: Usd.add(spend.monthly, amount)
})

/** The counters after usage at an instant, through the gateway's credentials (`usage`) and the account's (`byok`). */
export const record = (
  counters: KeyUsage,
  spent: { readonly usage: Usd.Usd; readonly byok: Usd.Usd },
  instant: number
): KeyUsage => {
  const { byok, usage, windows } = at(counters, instant)
  return { windows, usage: plus(usage, spent.usage), byok: plus(byok, spent.byok) }
}
