import type { AlertKind } from "../../alerts/AlertKind.js"
import * as Usd from "../../values/Usd.js"
import { type AlertRecord, alertId } from "../model/AlertRecord.js"
import * as Day from "../model/Day.js"
import type { Scope } from "../model/Scope.js"
import { budgetOf } from "./budgets.js"
import { limitIn } from "./limits.js"

/** The thresholds of an organization that states none, in percent. */
export const defaultThresholds: ReadonlyArray<number> = [50, 80, 100]

/** Above this percentage of a limit, what is unknown is told. */
const UNKNOWN_PERCENT = 10n

/** A hundred times an amount below it is a safe integer. */
const SMALL = 2n ** 46n

/** An amount as a percentage of a limit. Compared with an integer, it is exact. Of a limit of 0, it is 0. */
const percentOf = (amount: bigint, limit: bigint): number => {
  if (limit === 0n) return 0
  return amount < SMALL && limit < SMALL ? (Number(amount) * 100) / Number(limit) : Number((amount * 100n) / limit)
}

/** The tenths of a limit that an amount has reached: 0 to 10. A limit of 0 is reached. */
const levelIn = (amount: bigint, limit: bigint): number =>
  limit === 0n ? 10 : Math.min(10, Math.floor(percentOf(amount, limit) / 10))

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
    return limit === null ? level : Math.max(level, levelIn(usedIn(scope, kind), limit))
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
  const reached = thresholds.filter((threshold) => threshold <= after)
  return reached.filter((threshold, at) => threshold > before || (isChanged && at === reached.length - 1))
}

const crossed = (before: Scope, after: Scope, window: Day.Kind, { now, thresholds }: Watch, isChanged: boolean) => {
  const limit = limitIn(after, window) ?? 0n
  const percent = percentOf(usedIn(after, window), limit)
  if (percent < (thresholds[0] ?? Number.POSITIVE_INFINITY)) return []
  return reachedBy(percentOf(usedIn(before, window), limit), percent, thresholds, isChanged).map((threshold) =>
    alertOf(after, window, { kind: "crossing", threshold, at: now })
  )
}

const becameUnknown = (before: Scope, after: Scope, window: Day.Kind, { now }: Watch, isChanged: boolean) => {
  const limit = limitIn(after, window) ?? 0n
  const isMuch = (amount: bigint) => amount > 0n && limit > 0n && amount * 100n > limit * UNKNOWN_PERCENT
  if (!isMuch(unknownIn(after, window)) || (!isChanged && isMuch(unknownIn(before, window)))) return []
  return [alertOf(after, window, { kind: "unknown", threshold: null, at: now })]
}

const none: ReadonlyArray<AlertRecord> = []

/** A scope that an act has charged, and what is to be told of it. */
export interface Watched {
  readonly scope: Scope
  readonly alerts: ReadonlyArray<AlertRecord>
}

/**
 * Compares the budgets of a scope with their thresholds, before and after an act. Windows that are over at this instant are left out.
 *
 * @param before On the same day as `after`.
 */
export const watchBudgets = (before: Scope, after: Scope, watch: Watch): Watched => {
  const isChanged = after.checked !== after.version
  if (!isChanged && !isMoved(before, after)) return { scope: after, alerts: none }
  const today = Day.of(watch.now)
  const present = after.day >= today ? null : Day.sameWindows(after.day, today)
  const alerts: Array<AlertRecord> = []
  let level = 0
  for (const window of Day.kinds) {
    const limit = after.limits[window]
    if (limit === null) continue
    level = Math.max(level, levelIn(usedIn(after, window), limit))
    if (present !== null && !present[window]) continue
    alerts.push(...crossed(before, after, window, watch, isChanged))
    alerts.push(...becameUnknown(before, after, window, watch, isChanged))
  }
  if (!isChanged && level === after.level) return { scope: after, alerts }
  return { scope: { ...after, level, checked: after.version }, alerts }
}
