import * as Schema from "effect/Schema"
import { LATEST } from "../schema/Instant.js"
import * as Usd from "../values/Usd.js"
import { WindowId, type WindowKind, windowId } from "../values/Window.js"

const Spend = Schema.Struct({ total: Usd.Usd, daily: Usd.Usd, weekly: Usd.Usd, monthly: Usd.Usd })

/** What was spent, in all and in the current window of each kind. */
export type Spend = typeof Spend.Type

/**
 * A key's counters. Each remembers the window that it counts, so nothing ever has to reset it: a counter of an older
 * window reads as 0, and the first spending in a new window starts it again.
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

// Windows begin and end with a day, and nearly all instants are of the same one.
let latest = { day: 0, windows: windowsOf(0) }

const windowsAt = (instant: number): KeyUsage["windows"] => {
  const day = Math.floor(instant / DAY)
  if (day !== latest.day) latest = { day, windows: windowsOf(instant) }
  return latest.windows
}

export const none = (instant: number): KeyUsage => ({ windows: windowsAt(instant), usage: nothing, byok: nothing })

/** A window that a clock which has stepped back may have seen; one beyond was counted by a clock that was wrong. */
const isBelievable = (id: WindowId, kind: WindowKind, instant: number) =>
  id <= windowId(kind, Math.min(instant + DAY, LATEST))

/**
 * The counters as they read at an instant. A clock that steps back by up to a day frees nothing: a newer window's counter
 * stays. A window that begins later than that is over, or one wrong reading of the clock would stop the counter for long.
 */
export const at = (counters: KeyUsage, instant: number): KeyUsage => {
  const now = windowsAt(instant)
  const over = (kind: WindowKind) => {
    const id = counters.windows[kind]
    return id < now[kind] || (id > now[kind] && !isBelievable(id, kind, instant))
  }
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

/** What a 64-bit integer holds, about 9.2 billion dollars: a counter that gets there stays there. */
const FULL = Usd.Usd.make(2n ** 63n - 1n)

const counted = (counter: Usd.Usd, amount: Usd.Usd): Usd.Usd => {
  const room = Usd.subtract(FULL, counter)
  return amount > room ? FULL : Usd.add(counter, amount)
}

const plus = (spend: Spend, amount: Usd.Usd): Spend => ({
  total: counted(spend.total, amount),
  daily: counted(spend.daily, amount),
  weekly: counted(spend.weekly, amount),
  monthly: counted(spend.monthly, amount)
})

/** The counters after spending at an instant, through the gateway's own credentials and through the account's (BYOK). */
export const record = (
  counters: KeyUsage,
  spent: { readonly usage: Usd.Usd; readonly byok: Usd.Usd },
  instant: number
): KeyUsage => {
  const { byok, usage, windows } = at(counters, instant)
  return { windows, usage: plus(usage, spent.usage), byok: plus(byok, spent.byok) }
}
