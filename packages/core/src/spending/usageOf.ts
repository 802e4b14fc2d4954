import type { KeyUsage } from "../keys/KeyUsage.js"
import { windowId } from "../values/Window.js"
import * as Day from "./Day.js"
import type { Scope } from "./Scope.js"

/** The usage counters of a key's record, as its scope has them: what was spent, in the windows of the scope's day. */
export const usageOf = ({ byok, day, own }: Pick<Scope, "byok" | "day" | "own">): KeyUsage => {
  const instant = Day.startOf(day)
  return {
    windows: {
      daily: windowId("daily", instant),
      weekly: windowId("weekly", instant),
      monthly: windowId("monthly", instant)
    },
    usage: own.spent,
    byok: byok.spent
  }
}
