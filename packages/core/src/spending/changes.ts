import * as Usd from "../values/Usd.js"
import { type Day, sameWindows, type Windows } from "./Day.js"
import type { HoldRecord } from "./HoldRecord.js"
import type { Scope, Tally } from "./Scope.js"

/** Amounts to add to the windows of one day, of each scope that a hold is charged to. */
export interface Change {
  readonly day: Day
  readonly is_byok: boolean
  readonly held: Usd.Usd
  readonly unknown: Usd.Usd
  readonly spent: Usd.Usd
}

const nothing = (hold: Pick<HoldRecord, "state">): boolean => hold.state === "expired" || hold.state === "released"

/** What a hold adds to its scopes in its state. A cost fills the parts in order; the rest goes to the last one. */
export const contributions = (
  hold: Pick<HoldRecord, "cost" | "is_byok" | "parts" | "state">
): ReadonlyArray<Change> => {
  if (nothing(hold)) return []
  const { is_byok, parts, state } = hold
  const last = parts.length - 1
  let rest = hold.cost ?? Usd.zero
  return parts.map(({ amount, day }, index) => {
    if (state === "open") return { day, is_byok, held: amount, unknown: Usd.zero, spent: Usd.zero }
    if (state === "unknown") return { day, is_byok, held: Usd.zero, unknown: amount, spent: Usd.zero }
    const spent = index === last || rest < amount ? rest : amount
    rest = Usd.subtract(rest, spent)
    return { day, is_byok, held: Usd.zero, unknown: Usd.zero, spent }
  })
}

const negative = (amount: Usd.Usd): Usd.Usd => (amount === 0n ? amount : Usd.subtract(Usd.zero, amount))

const inverse = ({ day, held, is_byok, spent, unknown }: Change): Change => ({
  day,
  is_byok,
  held: negative(held),
  unknown: negative(unknown),
  spent: negative(spent)
})

const sum = (one: Change, other: Change): Change => ({
  day: one.day,
  is_byok: one.is_byok,
  held: Usd.add(one.held, other.held),
  unknown: Usd.add(one.unknown, other.unknown),
  spent: Usd.add(one.spent, other.spent)
})

/**
 * What a change of a hold adds to each of its scopes: the contributions after it without those before. A new hold has none
 * before. There is at most one change for a day and a kind of credential.
 */
export const changesOf = (before: HoldRecord | null, after: HoldRecord): ReadonlyArray<Change> => {
  const changes = [...contributions(after)]
  for (const change of before === null ? [] : contributions(before).map(inverse)) {
    const at = changes.findIndex(({ day, is_byok }) => day === change.day && is_byok === change.is_byok)
    const found = changes[at]
    if (found === undefined) changes.push(change)
    else changes[at] = sum(found, change)
  }
  return changes
}

/** The change of the number of open holds. */
const opened = (before: HoldRecord | null, after: HoldRecord): number =>
  (after.state === "open" ? 1 : 0) - (before?.state === "open" ? 1 : 0)

type Add = (one: Usd.Usd, other: Usd.Usd) => Usd.Usd

/** Adds an amount to the windows that `same` names. */
export const added = (
  amounts: Windows<Usd.Usd>,
  amount: Usd.Usd,
  same: Windows<boolean>,
  add: Add = Usd.add
): Windows<Usd.Usd> => {
  if (amount === 0n) return amounts
  const total = same.total ? add(amounts.total, amount) : amounts.total
  // What is held is often the same in all windows: one sum is kept for them.
  const sumOf = (before: Usd.Usd) => (same.total && before === amounts.total ? total : add(before, amount))
  return {
    total,
    daily: same.daily ? sumOf(amounts.daily) : amounts.daily,
    weekly: same.weekly ? sumOf(amounts.weekly) : amounts.weekly,
    monthly: same.monthly ? sumOf(amounts.monthly) : amounts.monthly
  }
}

/** What was spent saturates at the maximum of a 64-bit integer, about 9.2 billion USD. */
const FULL = Usd.Usd.make(2n ** 63n - 1n)

/** Adds to what was spent. */
export const addSpent: Add = (one, other) => {
  const sum = Usd.add(one, other)
  if (sum > FULL) return FULL
  return sum
}

/** Adds a change to a tally, in the windows that `same` names. */
export const addTo = (tally: Tally, { held, spent, unknown }: Change, same: Windows<boolean>): Tally => ({
  spent: added(tally.spent, spent, same, addSpent),
  held: added(tally.held, held, same),
  unknown: added(tally.unknown, unknown, same)
})

/** A scope after a change of a hold that is charged to it. Only windows that are still the scope's own are touched. */
export const charge = (
  scope: Scope,
  before: HoldRecord | null,
  after: HoldRecord,
  changes: ReadonlyArray<Change> = changesOf(before, after)
): Scope => {
  let { byok, own } = scope
  for (const change of changes) {
    const same = sameWindows(scope.day, change.day)
    if (change.is_byok) byok = addTo(byok, change, same)
    else own = addTo(own, change, same)
  }
  return { ...scope, own, byok, holds: scope.holds + opened(before, after) }
}
