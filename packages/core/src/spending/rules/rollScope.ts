import type * as Usd from "../../values/Usd.js"
import * as Day from "../model/Day.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import { none, type Opening, type Scope, type Tally } from "../model/Scope.js"
import { addTo, contributions } from "./changes.js"

/** Whether a scope's day can come from a clock that has since stepped back: it is at most one day ahead. */
const isBelievable = (scope: Scope, today: Day.Day) => scope.day <= today + 1

/**
 * The day on which scopes are judged together: today, or the latest day that one of them has reached. So a clock that steps
 * back reopens no window, and all windows of a hold are those of one day. A day more than one ahead is not believed.
 */
export const dayOf = (scopes: ReadonlyArray<Scope>, now: number): Day.Day => {
  const today = Day.of(now)
  return scopes.reduce((day, scope) => (isBelievable(scope, today) && scope.day > day ? scope.day : day), today)
}

/** The amounts of windows that are shared, and others in the place of those that are not. */
const either = (
  shared: Day.Windows<boolean>,
  amounts: Day.Windows<Usd.Usd>,
  others: Day.Windows<Usd.Usd>
): Day.Windows<Usd.Usd> => ({
  lifetime: shared.lifetime ? amounts.lifetime : others.lifetime,
  daily: shared.daily ? amounts.daily : others.daily,
  weekly: shared.weekly ? amounts.weekly : others.weekly,
  monthly: shared.monthly ? amounts.monthly : others.monthly
})

/** What an opening balance has spent in the windows of a day. Those that are not its own have nothing of it. */
export const openingOn = ({ byok, day, own }: Opening, of: Day.Day): Pick<Opening, "byok" | "own"> => {
  const same = Day.sameWindows(day, of)
  return { own: either(same, own, none), byok: either(same, byok, none) }
}

const begun = (tally: Tally, shared: Day.Windows<boolean>, opening: Day.Windows<Usd.Usd>): Tally => ({
  spent: either(shared, tally.spent, opening),
  held: either(shared, tally.held, none),
  unknown: either(shared, tally.unknown, none)
})

/** A scope on another day, and the windows that the ledger may have entries of already. */
export interface Rolled {
  readonly scope: Scope
  /** Windows to count again from the ledger; null if there are none. */
  readonly recount: Day.Windows<boolean> | null
  /** Whether the scope was on a day that is not believed. The storage logs a warning. */
  readonly restarted: boolean
}

/**
 * Moves a scope to a day: the windows that this day does not share begin with the opening balance, if they are its own. After a day that
 * was not believed, they may have entries in the ledger already and must be counted again.
 */
export const rollTo = (scope: Scope, day: Day.Day): Rolled => {
  if (scope.day === day) return { scope, recount: null, restarted: false }
  const shared = Day.sameWindows(scope.day, day)
  const opening = openingOn(scope.opening, day)
  const restarted = scope.day > day
  const ahead = restarted ? Math.max(scope.ahead ?? scope.day, scope.day) : scope.ahead
  const hasEntries = (kind: Day.Kind) =>
    !shared[kind] && ahead !== null && Day.firstOf(kind, day) <= Day.firstOf(kind, ahead)
  const recount = {
    lifetime: false,
    daily: hasEntries("daily"),
    weekly: hasEntries("weekly"),
    monthly: hasEntries("monthly")
  }
  return {
    scope: {
      ...scope,
      day,
      ahead,
      own: begun(scope.own, shared, opening.own),
      byok: begun(scope.byok, shared, opening.byok)
    },
    recount: recount.daily || recount.weekly || recount.monthly ? recount : null,
    restarted
  }
}

/** Adds the entries of the ledger to windows of a scope that were cleared. `holds` are all that are charged to the scope. */
export const recounted = (scope: Scope, recount: Day.Windows<boolean>, holds: Iterable<HoldRecord>): Scope => {
  let { byok, own } = scope
  for (const hold of holds) {
    for (const change of contributions(hold)) {
      const same = Day.sameWindows(scope.day, change.day)
      const windows: Day.Windows<boolean> = {
        lifetime: false,
        daily: same.daily && recount.daily,
        weekly: same.weekly && recount.weekly,
        monthly: same.monthly && recount.monthly
      }
      if (change.is_byok) byok = addTo(byok, change, windows)
      else own = addTo(own, change, windows)
    }
  }
  return { ...scope, own, byok }
}
