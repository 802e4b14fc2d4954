import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Usd from "../../values/Usd.js"
import { bumpVersions, changeBudgets } from "../admission/bumpVersions.js"
import * as Day from "../model/Day.js"
import { BudgetInterval, BudgetNotFound, BudgetOutOfOrder, readInterval } from "../model/PooledBudget.js"
import { emptyScope, type Scope, type ScopeRef, type ScopeTerms, unlimited } from "../model/Scope.js"
import { pooledBudgetOf, pooledBudgetsOf } from "../rules/budgets.js"
import { SpendingStore } from "../store/SpendingStore.js"

/** The pooled budgets of a workspace or an organization. A scope that does not exist has none. */
export const readPooledBudgets = Effect.fnUntraced(function* (ref: ScopeRef, now: DateTime.Utc) {
  const store = yield* SpendingStore
  const [scope] = yield* store.scopes([ref], now.epochMillis)
  return scope === undefined ? [] : pooledBudgetsOf(scope)
})

/**
 * Reads a scope that the open transaction changes. Raising its version locks it, so that what is read cannot change before it
 * is written; two changes of different limits keep each other's.
 */
const lockedScope = Effect.fnUntraced(function* (ref: ScopeRef, now: DateTime.Utc) {
  const store = yield* SpendingStore
  yield* bumpVersions([ref], now)
  const [scope = emptyScope(0, ref, unlimited, Day.of(now.epochMillis))] = yield* store.scopes([ref], now.epochMillis)
  return scope
})

const withLimit = (scope: Scope, interval: BudgetInterval, limit: Usd.Usd | null): Scope => ({
  ...scope,
  limits: { ...scope.limits, [interval]: limit }
})

const isInOrder = ({ limits }: ScopeTerms) => {
  const set = BudgetInterval.literals.flatMap((interval) => limits[interval] ?? [])
  return set.every((limit, index) => set.slice(0, index).every((shorter) => shorter < limit))
}

/**
 * Sets the limit of an interval, for the admissions that follow. What was spent in the current interval counts. Call it in a
 * transaction.
 *
 * Fails with `BudgetOutOfOrder`.
 */
export const setPooledBudget = Effect.fnUntraced(function* (
  ref: ScopeRef,
  interval: BudgetInterval,
  limit: Usd.Usd,
  now: DateTime.Utc
) {
  const store = yield* SpendingStore
  const [known] = yield* store.scopes([ref], now.epochMillis)
  // Not under the lock, which raises the version: the limit is the stated one at this instant.
  if (known?.limits[interval] === limit) return pooledBudgetOf(known, interval, limit)
  const scope = withLimit(yield* lockedScope(ref, now), interval, limit)
  if (!isInOrder(scope)) return yield* new BudgetOutOfOrder()
  yield* changeBudgets({ ref }, scope, now)
  return pooledBudgetOf(scope, interval, limit)
})

/** Sets the most open holds at a time of a scope that has pooled budgets, which stay. Null removes the limit. Call it in a transaction. */
export const setMaxInFlight = Effect.fnUntraced(function* (
  ref: ScopeRef,
  max_in_flight: number | null,
  now: DateTime.Utc
) {
  if (Option.isNone(yield* Effect.serviceOption(SpendingStore))) return
  yield* changeBudgets({ ref }, { ...(yield* lockedScope(ref, now)), max_in_flight }, now)
})

/** Sets the thresholds of an organization's alerts, whose budgets stay. Null means the default ones. Call it in a transaction. */
export const setThresholds = Effect.fnUntraced(function* (
  ref: ScopeRef,
  thresholds: ScopeTerms["thresholds"],
  now: DateTime.Utc
) {
  if (Option.isNone(yield* Effect.serviceOption(SpendingStore))) return
  yield* changeBudgets({ ref }, { ...(yield* lockedScope(ref, now)), thresholds }, now)
})

/** Removes the limit of an interval. Call it in a transaction. Fails with `BudgetNotFound`. */
export const deletePooledBudget = Effect.fnUntraced(function* (ref: ScopeRef, interval: string, now: DateTime.Utc) {
  const named = readInterval(interval)
  if (Option.isNone(named)) return yield* new BudgetNotFound({ interval: null })
  const scope = yield* lockedScope(ref, now)
  if (scope.limits[named.value] === null) return yield* new BudgetNotFound({ interval: named.value })
  yield* changeBudgets({ ref }, withLimit(scope, named.value, null), now)
})
