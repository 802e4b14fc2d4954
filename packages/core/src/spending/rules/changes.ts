import * as Usd from "../../values/Usd.js"
import { type Day, sameWindows, type Windows } from "../model/Day.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { Scope, Tally } from "../model/Scope.js"
import { addedEntries } from "./entries.js"
import { costOf, counts } from "./holdLife.js"

/** Amounts to add to the windows of one day, of each scope that a hold is charged to. */
export interface Change {
  readonly day: Day
  readonly is_byok: boolean
  readonly held: Usd.Usd
  readonly unknown: Usd.Usd
  readonly spent: Usd.Usd
}

/** What a hold adds to its scopes in its state. A cost fills the parts in order; the rest goes to the last one. */
export const contributions = (
  hold: Pick<HoldRecord, "cost" | "is_byok" | "parts" | "state">
): ReadonlyArray<Change> => {
  if (!counts(hold)) return []
  const { is_byok, parts, state } = hold
  const last = parts.length - 1
  let rest = state === "settled" ? costOf(hold) : Usd.zero
  return parts.map(({ amount, day }, index) => {
    if (state === "open") return { day, is_byok, held: amount, unknown: Usd.zero, spent: Usd.zero }
    if (state === "unknown") return { day, is_byok, held: Usd.zero, unknown: amount, spent: Usd.zero }
    const spent = index === last || rest < amount ? rest : amount
    rest = Usd.subtract(rest, spent)
    return { day, is_byok, held: Usd.zero, unknown: Usd.zero, spent }
  })
}

/** Subtracts; returns the amount itself if there is nothing to subtract, as is most often so. */
const less = (one: Usd.Usd, other: Usd.Usd): Usd.Usd => (other === 0n ? one : Usd.subtract(one, other))

const difference = (one: Change, other: Change): Change => ({
  day: other.day,
  is_byok: other.is_byok,
  held: less(one.held, other.held),
  unknown: less(one.unknown, other.unknown),
  spent: less(one.spent, other.spent)
})

const no = { held: Usd.zero, unknown: Usd.zero, spent: Usd.zero }

/**
 * What a change of a hold adds to each of its scopes: the contributions after it without those before. A new hold has none
 * before. There is at most one change for a day and a kind of credential.
 */
export const changesOf = (before: HoldRecord | null, after: HoldRecord): ReadonlyArray<Change> => {
  if (before === null) return contributions(after)
  const changes = [...contributions(after)]
  for (const change of contributions(before)) {
    const at = changes.findIndex(({ day, is_byok }) => day === change.day && is_byok === change.is_byok)
    const found = changes[at]
    if (found === undefined) changes.push(difference({ ...change, ...no }, change))
    else changes[at] = difference(found, change)
  }
  return changes
}

/** The change of the number of open holds. */
const openedHolds = (before: HoldRecord | null, after: HoldRecord): number =>
  (after.state === "open" ? 1 : 0) - (before?.state === "open" ? 1 : 0)

/** The change of the number of requests. */
const addedRequests = (before: HoldRecord | null, after: HoldRecord): number =>
  (counts(after) ? 1 : 0) - (before !== null && counts(before) ? 1 : 0)

/** The amounts of a charged scope in its windows. */
class Sums implements Windows<Usd.Usd> {
  readonly lifetime: Usd.Usd
  readonly daily: Usd.Usd
  readonly weekly: Usd.Usd
  readonly monthly: Usd.Usd
  constructor(lifetime: Usd.Usd, daily: Usd.Usd, weekly: Usd.Usd, monthly: Usd.Usd) {
    this.lifetime = lifetime
    this.daily = daily
    this.weekly = weekly
    this.monthly = monthly
  }
}

/** The tally of a charged scope. */
class ChargedTally implements Tally {
  readonly spent: Tally["spent"]
  readonly held: Tally["held"]
  readonly unknown: Tally["unknown"]
  constructor(spent: Tally["spent"], held: Tally["held"], unknown: Tally["unknown"]) {
    this.spent = spent
    this.held = held
    this.unknown = unknown
  }
}

/** Adds an amount to the windows that `same` names. */
export const added = (amounts: Windows<Usd.Usd>, amount: Usd.Usd, same: Windows<boolean>): Windows<Usd.Usd> => {
  if (amount === 0n) return amounts
  const { daily, monthly, lifetime, weekly } = amounts
  const sum = Usd.add(lifetime, amount)
  // What is held is often the same in all windows: one sum is kept for them.
  return new Sums(
    same.lifetime ? sum : lifetime,
    same.daily ? (daily === lifetime ? sum : Usd.add(daily, amount)) : daily,
    same.weekly ? (weekly === lifetime ? sum : Usd.add(weekly, amount)) : weekly,
    same.monthly ? (monthly === lifetime ? sum : Usd.add(monthly, amount)) : monthly
  )
}

/** Adds a change to a tally, in the windows that `same` names. */
export const addTo = (tally: Tally, { held, spent, unknown }: Change, same: Windows<boolean>): Tally =>
  new ChargedTally(added(tally.spent, spent, same), added(tally.held, held, same), added(tally.unknown, unknown, same))

/** A charged scope. Of a class, and each field named: see the README of spending. */
class Charged implements Scope {
  readonly id: Scope["id"]
  readonly ref: Scope["ref"]
  readonly version: number
  readonly day: Day
  readonly ahead: Day | null
  readonly holds: number
  readonly requests: number
  readonly entries: number
  readonly charged_at: number | null
  readonly boosts: Scope["boosts"]
  readonly checked: number
  readonly level: number
  readonly limits: Scope["limits"]
  readonly include_byok: boolean
  readonly max_in_flight: number | null
  readonly run: Scope["run"]
  readonly thresholds: Scope["thresholds"]
  readonly own: Tally
  readonly byok: Tally
  readonly opening: Scope["opening"]
  constructor(
    scope: Scope,
    holds: number,
    requests: number,
    entries: number,
    charged_at: number | null,
    own: Tally,
    byok: Tally
  ) {
    this.id = scope.id
    this.ref = scope.ref
    this.version = scope.version
    this.day = scope.day
    this.ahead = scope.ahead
    this.holds = holds
    this.requests = requests
    this.entries = entries
    this.charged_at = charged_at
    this.boosts = scope.boosts
    this.checked = scope.checked
    this.level = scope.level
    this.limits = scope.limits
    this.include_byok = scope.include_byok
    this.max_in_flight = scope.max_in_flight
    this.run = scope.run
    this.thresholds = scope.thresholds
    this.own = own
    this.byok = byok
    this.opening = scope.opening
  }
}

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
  const holds = scope.holds + openedHolds(before, after)
  if (scope.ref.kind !== "run") {
    const entries = scope.ref.kind === "organization" ? scope.entries + addedEntries(before, after) : 0
    return new Charged(scope, holds, 0, entries, null, own, byok)
  }
  const charged_at = before === null ? Math.max(scope.charged_at ?? 0, after.opened_at) : scope.charged_at
  return new Charged(scope, holds, scope.requests + addedRequests(before, after), 0, charged_at, own, byok)
}
