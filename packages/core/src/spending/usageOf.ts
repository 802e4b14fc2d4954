import type { KeyUsage } from "../keys/KeyUsage.js"
import { windowId } from "../values/Window.js"
import * as Day from "./Day.js"
import type { Scope } from "./Scope.js"

const windowsOf = (day: Day.Day): KeyUsage["windows"] => {
  const instant = Day.startOf(day)
  return {
    daily: windowId("daily", instant),
    weekly: windowId("weekly", instant),
    monthly: windowId("monthly", instant)
  }
}

/** The windows of the day that was asked for last: nearly all scopes are on the same one. */
let last = { day: 0, windows: windowsOf(0) }

/** The usage counters of a key's record, as its scope has them: what was spent, in the windows of the scope's day. */
export const usageOf = ({ byok, day, own }: Pick<Scope, "byok" | "day" | "own">): KeyUsage => {
  if (last.day !== day) last = { day, windows: windowsOf(day) }
  return { windows: last.windows, usage: own.spent, byok: byok.spent }
}
