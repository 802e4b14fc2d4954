import * as Option from "effect/Option"
import type { ByokId } from "../../byok/ByokCredential.js"
import * as Usd from "../../values/Usd.js"
import type { HoldName, SendAnswer } from "../model/Admission.js"
import type { Windows } from "../model/Day.js"
import * as Day from "../model/Day.js"
import type { Correction, CorrectionAnswer } from "../model/HoldCorrection.js"
import { type HoldRecord, openHold } from "../model/HoldRecord.js"
import type { Opening, Scope, ScopeRef, ScopeTerms } from "../model/Scope.js"
import { added, type Change, changesOf, contributions } from "../rules/changes.js"
import { withLevel } from "../rules/crossings.js"
import { enterAt } from "../rules/entries.js"
import * as Life from "../rules/holdLife.js"
import { hasRoom, LARGEST } from "../rules/judge.js"
import { withoutEndedBoosts } from "../rules/limits.js"
import { dayOf, openingOn, rollTo } from "../rules/rollScope.js"
import {
  named,
  nextPosition,
  onDay,
  organizationOf,
  refuseMisstated,
  save,
  saveCharged,
  storedScopes,
  thresholdsOf
} from "./acts.js"
import type { SpendingRows } from "./SpendingRows.js"
import type { NewOpenings, UsageAnswer, UsageEntry } from "./SpendingStore.js"

const onNamed = <A>(rows: SpendingRows, name: HoldName, act: (hold: HoldRecord) => A) =>
  Option.map(Option.fromNullable(named(rows, name)), act)

/** Changes the hold that a caller names. */
export const change = (rows: SpendingRows, name: HoldName, now: number, f: (hold: HoldRecord) => HoldRecord) =>
  onNamed(rows, name, (hold) => save(rows, hold, f(hold), now))

/** Holds that were settled before they were settled again. */
const settledBefore = new WeakSet<HoldRecord>()

/** Whether a settlement has changed nothing, because its hold was settled before. */
export const wasSettled = (hold: HoldRecord): boolean => settledBefore.has(hold)

/** Settles the hold that a caller names. If its scopes have no room for the cost, it is not settled, and its outcome is unknown. */
export const settle = (rows: SpendingRows, name: HoldName, settlement: Life.Settlement, now: number) =>
  onNamed(rows, name, (hold) => {
    if (hold.state === "settled") settledBefore.add(hold)
    const after = save(rows, hold, Life.settled(hold, settlement, now), now)
    return after.state === "settled" ? after : save(rows, hold, Life.unknown(hold, null, now), now)
  })

/** Records that the request was sent, and by which slot of the plan, if it is stated. */
export const send = (rows: SpendingRows, name: HoldName, now: number, credential_id?: ByokId | null): SendAnswer => {
  const hold = named(rows, name)
  if (hold === undefined) return { _tag: "NotFound" }
  if (!Life.isRunning(hold, now)) return { _tag: "Ended" }
  if (credential_id !== undefined && !hold.plan.includes(credential_id)) return { _tag: "OutsidePlan" }
  return { _tag: "Sent", hold: save(rows, hold, Life.sent(hold, now, credential_id), now) }
}

/** The scopes that exist among these, each on its day at an instant; null if one must be counted again. Nothing is stored. */
export const scopes = (rows: SpendingRows, refs: ReadonlyArray<ScopeRef>, now: number): ReadonlyArray<Scope> | null => {
  const known = refs.flatMap((ref) => rows.findScope(ref) ?? [])
  const rolled = known.map((scope) => rollTo(withoutEndedBoosts(scope, now), dayOf([scope], now)))
  return rolled.some(({ recount }) => recount !== null) ? null : rolled.map(({ scope }) => scope)
}

/** The same after a clock was wrong: scopes are counted again from the ledger, and stored. */
export const countAgain = (rows: SpendingRows, refs: ReadonlyArray<ScopeRef>, now: number): ReadonlyArray<Scope> =>
  refs.flatMap((ref) => {
    const stored = rows.findScope(ref)
    if (stored === undefined) return []
    const scope = onDay(rows, stored, dayOf([stored], now), now)
    if (scope !== stored) rows.saveScope(stored, scope)
    return [scope]
  })

/** A scope with other limits, or the same ones, and a higher version. Terms are often those of a scope, whose counters are no part of them. */
export const withTerms = (scope: Scope, terms: ScopeTerms | null): Scope => {
  const { include_byok, limits, max_in_flight, run, thresholds } = terms ?? scope
  return withLevel({ ...scope, limits, include_byok, max_in_flight, run, thresholds, version: scope.version + 1 })
}

/** The hold of a request that was made without one: settled, or unknown if its cost is not known. */
const endedAt = ({ at, now, settlement, terms }: UsageEntry, day: Day.Day, scopes: HoldRecord["scopes"]) => {
  const { cost } = settlement
  const amount = cost ?? Usd.zero
  const hold = openHold(terms, {
    amount,
    scopes,
    day,
    is_byok: settlement.is_byok,
    plan: [settlement.credential_id],
    providers: null,
    opened_at: at,
    sent_at: at,
    lease_ends_at: now
  })
  return cost === null ? Life.unknown(hold, "price_missing", now) : Life.settled(hold, { ...settlement, cost }, now)
}

/** Stores a request without a hold, unless its id is taken or a scope has no room for its cost. */
export const recordUsage = (rows: SpendingRows, entry: UsageEntry): UsageAnswer => {
  const { at, now, terms } = entry
  const existing = rows.findHold(terms.id)
  if (existing !== undefined) {
    return existing.organization_id === terms.organization_id
      ? { _tag: "Existing", hold: existing }
      : { _tag: "Conflict" }
  }
  const found = rows.findScopes(entry.scopes.map(({ ref }) => ref))
  // What was spent counts whatever limits a run has by now: stated ones create it, and are compared with none.
  const refused = refuseMisstated(
    entry.scopes.filter((_, at) => found[at] === undefined),
    []
  )
  if (refused !== null) return { _tag: "Refused", refusal: refused }
  const known = found.filter((scope) => scope !== undefined)
  const cost = entry.settlement.cost ?? Usd.zero
  if (!known.every((scope) => hasRoom(scope, cost))) return { _tag: "TooLarge" }
  const today = dayOf(known, now)
  const stored = storedScopes(rows, entry.scopes, found, { day: today, now })
  // After a clock stepped back, the present day of the scopes is the one that usage of today counts in.
  const day = Day.of(at) === Day.of(now) ? today : Day.of(at)
  const charged = { scopes: stored.map(({ id }) => id) }
  const organization = organizationOf(rows, charged)
  const hold = enterAt(nextPosition(organization), null, endedAt(entry, day, charged.scopes))
  const changes = changesOf(null, hold)
  const thresholds = thresholdsOf(organization)
  for (const scope of stored) {
    const onToday = { stored: scope, scope: onDay(rows, scope, today, now) }
    saveCharged(rows, onToday, { before: null, after: hold, changes, now, thresholds })
  }
  rows.addHold(hold)
  return { _tag: "Recorded", hold }
}

/** Replaces the cost of a settled hold, and keeps why. */
export const correct = (rows: SpendingRows, name: HoldName, correction: Correction): Option.Option<CorrectionAnswer> =>
  onNamed(rows, name, (before) => {
    const position = nextPosition(organizationOf(rows, before))
    const hold = save(rows, before, Life.corrected(before, correction.cost), correction.corrected_at)
    const is_corrected = hold !== before
    if (is_corrected) {
      const [cost_before, number] = [Life.costOf(before), hold.corrections]
      rows.addCorrection({ ...correction, id: hold.id, cost_before, number, position })
    }
    return { hold, is_corrected }
  })

/** Settles a hold whose outcome is unknown at an instant, and keeps why. */
export const reconcile = (
  rows: SpendingRows,
  name: HoldName,
  reconciliation: Correction
): Option.Option<CorrectionAnswer> =>
  onNamed(rows, name, (stored) => {
    const { corrected_at: now, cost } = reconciliation
    const present = Life.expired(stored, now)
    if (present.state !== "unknown") return { hold: present, is_corrected: false }
    // A lease that has ended is given back first, so that the outcome has its entry as unknown.
    const before = save(rows, stored, present, now)
    const hold = save(rows, before, Life.reconciled(before, cost, now), now)
    const is_corrected = hold !== before
    if (is_corrected) {
      const number = hold.corrections
      rows.addCorrection({ ...reconciliation, id: hold.id, cost_before: null, number, position: null })
    }
    return { hold, is_corrected }
  })

/**
 * An opening balance with what a hold has spent on a day. Its own day is then the later one, because no earlier window comes back, but
 * none after the day of the scope, whose windows are counted now.
 */
const plus = (opening: Opening, change: Change, today: Day.Day): Opening => {
  const day = Math.min(today, Math.max(opening.day, change.day))
  const { byok, own } = openingOn(opening, day)
  const same = Day.sameWindows(day, change.day)
  return change.is_byok
    ? { ...opening, day, own, byok: added(byok, change.spent, same) }
    : { ...opening, day, own: added(own, change.spent, same), byok }
}

/** A scope whose opening balance contains what a hold has spent. The hold leaves the ledger. */
const withPruned = (scope: Scope, hold: HoldRecord): Scope => {
  const opening = contributions(hold).reduce((opening, change) => plus(opening, change, scope.day), scope.opening)
  return {
    ...scope,
    opening: scope.ref.kind === "run" ? { ...opening, requests: opening.requests + 1 } : opening
  }
}

/** Deletes a hold that has ended. What it spent stays in its scopes, as a part of their opening balances. */
export const prune = (rows: SpendingRows, hold: HoldRecord): void => {
  for (const id of hold.state === "settled" ? hold.scopes : []) {
    const scope = rows.scopeOf(id)
    if (scope !== undefined) rows.saveScope(scope, withPruned(scope, hold))
  }
  rows.deleteHold(hold)
}

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
  return withLevel({
    ...scope,
    own: { ...scope.own, spent: sumOf(scope.own.spent, spent) },
    opening: { ...scope.opening, day: scope.day, own: sumOf(own, spent), byok }
  })
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
    rows.saveScope(stored, withOpening(onDay(rows, stored, today, now), spent))
  }
  return true
}
