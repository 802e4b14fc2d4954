import * as DateTime from "effect/DateTime"
import * as Usd from "../../values/Usd.js"
import { windowEnd } from "../../values/Window.js"
import type { Budget } from "../model/Budget.js"
import * as Day from "../model/Day.js"
import { BudgetInterval, type PooledBudget } from "../model/PooledBudget.js"
import type { Scope } from "../model/Scope.js"
import { boostIn } from "./limits.js"

/** What counts toward a limit of a scope in a window: what is spent, held and unknown, in nano-dollars. */
export const countedIn = ({ byok, include_byok, own }: Scope, kind: Day.Kind): bigint => {
  const counted = own.spent[kind] + own.held[kind] + own.unknown[kind]
  return include_byok ? counted + byok.spent[kind] + byok.held[kind] + byok.unknown[kind] : counted
}

/**
 * The budget of a scope in a window. The scope must be on the day for which the budget is wanted.
 *
 * @param limit Without boosts.
 */
export const budgetOf = (scope: Scope, kind: Day.Kind, limit: Usd.Usd): Budget => {
  const { byok, include_byok, own } = scope
  const both = (amount: "spent" | "held" | "unknown") =>
    include_byok ? Usd.add(own[amount][kind], byok[amount][kind]) : own[amount][kind]
  const [spent, held, unknown] = [both("spent"), both("held"), both("unknown")]
  const boost = boostIn(scope, kind)
  return {
    scope: scope.ref.kind,
    window: kind,
    limit,
    boost,
    spent,
    held,
    unknown,
    remaining: Usd.subtract(Usd.add(limit, boost), Usd.add(spent, Usd.add(held, unknown))),
    resets_at: kind === "lifetime" ? null : DateTime.unsafeMake(windowEnd(kind, Day.startOf(scope.day)))
  }
}

/** Every budget of a scope. */
export const budgetsOf = (scope: Scope): ReadonlyArray<Budget> =>
  Day.kinds.flatMap((kind) => {
    const limit = scope.limits[kind]
    return limit === null ? [] : [budgetOf(scope, kind, limit)]
  })

/** The budget of a scope for an interval, with its limit. */
export const pooledBudgetOf = (scope: Scope, interval: BudgetInterval, limit: Usd.Usd): PooledBudget => {
  const { boost, held, remaining, resets_at, spent, unknown } = budgetOf(scope, interval, limit)
  return {
    interval,
    limit_usd: limit,
    boost_usd: boost,
    spent_usd: spent,
    held_usd: held,
    unknown_usd: unknown,
    remaining_usd: remaining,
    resets_at
  }
}

/** The pooled budgets of a scope, from the shortest interval to the longest. */
export const pooledBudgetsOf = (scope: Scope): ReadonlyArray<PooledBudget> =>
  BudgetInterval.literals.flatMap((interval) => {
    const limit = scope.limits[interval]
    return limit === null ? [] : [pooledBudgetOf(scope, interval, limit)]
  })
