import * as DateTime from "effect/DateTime"
import type * as Usd from "../values/Usd.js"
import { type Budget, BudgetExceeded, budgetOf, type RefusingBudget } from "./Budget.js"
import * as Day from "./Day.js"
import type { Scope, ScopeId } from "./Scope.js"

/** Whether a budget admits an amount: what counts toward it stays within the limit, and was below it before. */
const admits = (limit: Usd.Usd, counted: bigint, amount: Usd.Usd) => counted < limit && counted + amount <= limit

/** A budget judges the gateway's own amounts, and BYOK amounts only if it includes them. */
const applies = (scope: Scope, isByok: boolean) => !isByok || scope.include_byok

const countedIn = ({ byok, include_byok, own }: Scope, kind: Day.Kind): bigint => {
  const counted = own.spent[kind] + own.held[kind] + own.unknown[kind]
  return include_byok ? counted + byok.spent[kind] + byok.held[kind] + byok.unknown[kind] : counted
}

const refuses = (scope: Scope, kind: Day.Kind, amount: Usd.Usd): boolean => {
  const limit = scope.limits[kind]
  return limit !== null && !admits(limit, countedIn(scope, kind), amount)
}

/** Whether every budget of the scopes admits an amount. The scopes must all be on the day of the judgement. */
export const fits = (scopes: ReadonlyArray<Scope>, amount: Usd.Usd, isByok: boolean): boolean =>
  scopes.every((scope) => !applies(scope, isByok) || !Day.kinds.some((kind) => refuses(scope, kind, amount)))

/** Whether a budget would admit an amount if its open holds were over. Unknown amounts do not end with a lease. */
const fitsWithoutHolds = ({ limit, spent, unknown }: Budget, amount: Usd.Usd) => admits(limit, spent + unknown, amount)

const idOf = ({ ref }: Scope): string => ref.guardrail_id ?? ref.subject

/** The budgets that refuse an amount, in the order of the scopes. */
const refusing = (
  scope: Scope,
  amount: Usd.Usd,
  isByok: boolean,
  leaseEnd: (scope: ScopeId) => number | null
): ReadonlyArray<RefusingBudget> => {
  if (!applies(scope, isByok)) return []
  return Day.kinds.flatMap((kind) => {
    const limit = scope.limits[kind]
    if (limit === null || !refuses(scope, kind, amount)) return []
    const end = leaseEnd(scope.id)
    return [
      {
        ...budgetOf(scope, kind, limit),
        id: idOf(scope),
        asked: amount,
        holds: scope.holds,
        earliest_lease_end: end === null ? null : DateTime.unsafeMake(end)
      }
    ]
  })
}

/** The binding budget first: one that waiting does not help, then the one with the least remaining. */
const byBinding =
  (amount: Usd.Usd) =>
  (one: Budget, other: Budget): number => {
    const [waits, otherWaits] = [fitsWithoutHolds(one, amount), fitsWithoutHolds(other, amount)]
    if (waits !== otherWaits) return waits ? 1 : -1
    return one.remaining < other.remaining ? -1 : one.remaining > other.remaining ? 1 : 0
  }

/**
 * The refusal of an amount that does not fit, with every budget that refuses it.
 *
 * @param leaseEnd The earliest end of a lease among a scope's open holds; null if it has none.
 */
export const refusal = (
  scopes: ReadonlyArray<Scope>,
  amount: Usd.Usd,
  isByok: boolean,
  leaseEnd: (scope: ScopeId) => number | null
): BudgetExceeded => {
  const budgets = scopes.flatMap((scope) => refusing(scope, amount, isByok, leaseEnd)).sort(byBinding(amount))
  const isHeld = budgets.every((budget) => fitsWithoutHolds(budget, amount))
  return new BudgetExceeded({ reason: isHeld ? "budget_held" : "budget_spent", budgets })
}
