import type { AlertKind } from "../../alerts/AlertKind.js"
import * as Usd from "../../values/Usd.js"
import { type AlertRecord, alertId } from "../model/AlertRecord.js"
import * as Day from "../model/Day.js"
import type { Scope } from "../model/Scope.js"
import { budgetOf } from "./budgets.js"
import { limitIn } from "./limits.js"

/** The thresholds of an organization that states none, in percent. */
export const defaultThresholds: ReadonlyArray<number> = [50, 80, 100]

/** Above this percentage of a limit, unknown amounts raise an alert. */
const UNKNOWN_PERCENT = 10n

/** How far the percentage of two doubles may be from the exact one, as a share of it. */
const NEAR = 1e-9

/** An amount as a percentage of a limit. Compared with an integer, it is exact. Of a limit of 0, it is 0. */
const percentOf = (amount: bigint, limit: bigint): number => {
  if (limit === 0n || amount === 0n) return 0
  const percent = (Number(amount) * 100) / Number(limit)
  const distance = Math.abs(percent - Math.round(percent))
  return distance > NEAR * Math.max(1, percent) ? percent : Number((amount * 100n) / limit)
}

/** The tenths of a limit that this percentage has reached: 0 to 10. A limit of 0 is reached. */
const levelOf = (percent: number, limit: bigint): number => (limit === 0n ? 10 : Math.min(10, Math.floor(percent / 10)))

const unknownIn = ({ byok, include_byok, own }: Scope, kind: Day.Kind): bigint =>
  include_byok ? own.unknown[kind] + byok.unknown[kind] : own.unknown[kind]

/** What alerts and shares compare with a limit: what is spent and unknown. Open holds may still return their amounts. */
export const usedIn = ({ byok, include_byok, own }: Scope, kind: Day.Kind): bigint => {
  const used = own.spent[kind] + own.unknown[kind]
  return include_byok ? used + byok.spent[kind] + byok.unknown[kind] : used
}

/** A scope whose amounts or limits an act has changed aside from alerts, with its level. */
export const withLevel = (scope: Scope): Scope => {
  const level = Day.kinds.reduce((level, kind) => {
    const limit = scope.limits[kind]
    return limit === null ? level : Math.max(level, levelOf(percentOf(usedIn(scope, kind), limit), limit))
  }, 0)
  return level === scope.level ? scope : { ...scope, level }
}

/** An alert about a budget of a scope, as it is on the day of the scope. */
export const alertOf = (
  scope: Scope,
  window: Day.Kind,
  what: { readonly kind: Exclude<AlertKind, "request">; readonly threshold: number | null; readonly at: number }
): AlertRecord => {
  const { at, kind, threshold } = what
  const { day, ref } = scope
  const limit = limitIn(scope, window) ?? Usd.zero
  const { held, resets_at, spent, unknown } = budgetOf(scope, window, scope.limits[window] ?? Usd.zero)
  return {
    id: alertId({ ref, window, day, kind, of: threshold, limit }),
    kind,
    at,
    ref,
    window,
    threshold,
    limit,
    spent,
    held,
    unknown,
    resets_at: resets_at?.epochMillis ?? null,
    request: null
  }
}

/** What is compared: the thresholds of the organization, and the instant. */
export interface Watch {
  /** In ascending order. */
  readonly thresholds: ReadonlyArray<number>
  readonly now: number
}

/** Whether an act has changed what alerts compare. Amounts that stay are the same objects. */
const isMoved = (before: Scope, after: Scope): boolean =>
  before.own.spent !== after.own.spent ||
  before.own.unknown !== after.own.unknown ||
  before.byok.spent !== after.byok.spent ||
  before.byok.unknown !== after.byok.unknown

/** The thresholds that a budget has reached by an act; after a change of its limit, also the highest that it had reached before. */
const reachedBy = (
  before: number,
  after: number,
  thresholds: ReadonlyArray<number>,
  isChanged: boolean
): ReadonlyArray<number> => {
  const reached: Array<number> = []
  for (const [at, threshold] of thresholds.entries()) {
    if (threshold > after) break
    const isHighest = (thresholds[at + 1] ?? Number.POSITIVE_INFINITY) > after
    if (threshold > before || (isChanged && isHighest)) reached.push(threshold)
  }
  return reached
}

const isMuch = (unknown: bigint, limit: bigint) =>
  unknown > 0n && limit > 0n && unknown * 100n > limit * UNKNOWN_PERCENT

/** What an act has done to a budget, whose window is not over. */
const changesIn = (
  before: Scope,
  after: Scope,
  window: Day.Kind,
  { now, thresholds }: Watch,
  { isChanged, limit, percent }: { readonly isChanged: boolean; readonly limit: Usd.Usd; readonly percent: number }
): ReadonlyArray<AlertRecord> => {
  const crossed = reachedBy(percentOf(usedIn(before, window), limit), percent, thresholds, isChanged)
  const isTold = isMuch(unknownIn(after, window), limit) && (isChanged || !isMuch(unknownIn(before, window), limit))
  const alerts = crossed.map((threshold) => alertOf(after, window, { kind: "crossing", threshold, at: now }))
  return isTold ? [...alerts, alertOf(after, window, { kind: "unknown", threshold: null, at: now })] : alerts
}

const none: ReadonlyArray<AlertRecord> = []

/** A scope that an act has charged, and the alerts that it raises. */
export interface Watched {
  readonly scope: Scope
  readonly alerts: ReadonlyArray<AlertRecord>
}

/** Whether a window of a day is not over at an instant. */
const isPresent = (day: Day.Day, window: Day.Kind, now: number): boolean => {
  const today = Day.of(now)
  return day >= today || Day.sameWindows(day, today)[window]
}

/**
 * Compares the budgets of a scope with their thresholds, before and after an act. Windows that are over at this instant are left out.
 *
 * @param before On the same day as `after`.
 */
export const watchBudgets = (before: Scope, after: Scope, watch: Watch): Watched => {
  const isChanged = after.checked !== after.version
  if (!isChanged && !isMoved(before, after)) return { scope: after, alerts: none }
  const first = watch.thresholds[0] ?? Number.POSITIVE_INFINITY
  let alerts = none
  let level = 0
  for (const window of Day.kinds) {
    const stated = after.limits[window]
    if (stated === null) continue
    const used = usedIn(after, window)
    const share = percentOf(used, stated)
    level = Math.max(level, levelOf(share, stated))
    const limit = limitIn(after, window) ?? stated
    const percent = limit === stated ? share : percentOf(used, limit)
    // As most often.
    if (percent < first && unknownIn(after, window) === 0n) continue
    if (!isPresent(after.day, window, watch.now)) continue
    alerts = [...alerts, ...changesIn(before, after, window, watch, { isChanged, limit, percent })]
  }
  if (!isChanged && level === after.level) return { scope: after, alerts }
  return { scope: { ...after, level, checked: after.version }, alerts }
}
