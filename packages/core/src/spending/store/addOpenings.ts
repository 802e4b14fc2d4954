import * as Usd from "../../values/Usd.js"
import type { Windows } from "../model/Day.js"
import type { Scope } from "../model/Scope.js"
import { dayOf, openingOn } from "../rules/rollScope.js"
import { hasRoom, LARGEST } from "../rules/room.js"
import { onDay } from "./acts.js"
import type { SpendingRows } from "./SpendingRows.js"
import type { NewOpenings } from "./SpendingStore.js"

/** The sums of two amounts in each window. */
export const sumOf = (one: Windows<Usd.Usd>, other: Windows<Usd.Usd>): Windows<Usd.Usd> => ({
  lifetime: Usd.add(one.lifetime, other.lifetime),
  daily: Usd.add(one.daily, other.daily),
  weekly: Usd.add(one.weekly, other.weekly),
  monthly: Usd.add(one.monthly, other.monthly)
})

/** A scope on its day, with more in its opening balance. */
const withOpening = (scope: Scope, spent: Windows<Usd.Usd>): Scope => {
  const { byok, own } = openingOn(scope.opening, scope.day)
  return {
    ...scope,
    own: { ...scope.own, spent: sumOf(scope.own.spent, spent) },
    opening: { day: scope.day, own: sumOf(own, spent), byok }
  }
}

/** Adds to the opening balances of scopes. Returns false, and adds nothing, if one of them has no room for it. */
export const addOpenings = (rows: SpendingRows, { dry_run, now, openings }: NewOpenings): boolean => {
  const found = rows.findScopes(openings.map(({ ref }) => ref))
  const fits = openings.every(({ spent }, at) => {
    const scope = found[at]
    return scope === undefined ? spent.lifetime <= LARGEST : hasRoom(scope, spent.lifetime)
  })
  if (!fits || dry_run) return fits
  const known = found.filter((scope) => scope !== undefined)
  const today = dayOf(known, now)
  for (const [at, { ref, spent, terms }] of openings.entries()) {
    const stored = found[at] ?? rows.addScope(ref, terms, today)
    rows.saveScope(stored, withOpening(onDay(rows, stored, today), spent))
  }
  return true
}
