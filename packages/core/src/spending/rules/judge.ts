import * as DateTime from "effect/DateTime"
import * as Usd from "../../values/Usd.js"
import { type Budget, BudgetExceeded, type RefusingBudget } from "../model/Budget.js"
import * as Day from "../model/Day.js"
import type { HoldPart, HoldRecord } from "../model/HoldRecord.js"
import { limitsOfRun, type RunLimits, type StatedRun, stateOfRun } from "../model/RunTerms.js"
import { RunRefused, TooManyInFlight } from "../model/refusals.js"
import {
  noBoosts,
  runPath,
  type Scope,
  type ScopeId,
  type ScopeRef,
  type ScopeTerms,
  type Tally
} from "../model/Scope.js"
import { budgetOf, countedIn } from "./budgets.js"
import { costOf, counts } from "./holdLife.js"
import { limitIn } from "./limits.js"

/** Whether a budget admits an amount: what counts toward it stays within the limit, and was below it before. */
const admits = (limit: Usd.Usd, counted: bigint, amount: Usd.Usd) => counted < limit && counted + amount <= limit

/** A budget judges the gateway's own amounts, and BYOK amounts only if it includes them. */
const applies = (scope: Scope, isByok: boolean) => !isByok || scope.include_byok

const refuses = (scope: Scope, kind: Day.Kind, amount: Usd.Usd): boolean => {
  const limit = limitIn(scope, kind)
  return limit !== null && !admits(limit, countedIn(scope, kind), amount)
}

const refusesAny = (scope: Scope, amount: Usd.Usd): boolean => {
  for (const kind of Day.kinds) if (refuses(scope, kind, amount)) return true
  return false
}

/**
 * Whether every budget of the scopes admits an amount, and their counters have room for it. The scopes must all be on the day of the
 * judgement.
 */
export const fits = (scopes: ReadonlyArray<Scope>, amount: Usd.Usd, isByok: boolean): boolean =>
  scopes.every((scope) => (!applies(scope, isByok) || !refusesAny(scope, amount)) && hasRoom(scope, amount))

/** What the parts of a request's own hold take in a window: it ends only after the request. */
const heldByItself = ({ day }: Scope, kind: Day.Kind, parts: ReadonlyArray<HoldPart>): bigint =>
  parts.reduce((sum, part) => (Day.sameWindows(day, part.day)[kind] ? sum + part.amount : sum), 0n)

/** The id of a scope in refusals: what its limit is stated for. */
export const shownId = (ref: ScopeRef): string =>
  ref.kind === "run" ? runPath(ref) : (ref.guardrail_id ?? ref.subject)

/** A budget of a scope that refuses an amount, whether or not open holds end. The scope is as it was judged. */
export interface SpentBudget {
  readonly scope: Scope
  readonly window: Day.Kind
}

/** A budget that refuses an amount. */
interface Refusing {
  readonly budget: RefusingBudget
  /** Whether it would admit the amount if other holds were over. Unknown amounts do not end with a lease. */
  readonly isHeld: boolean
  /** Null for the room of counters. */
  readonly of: SpentBudget | null
}

/** The budgets of a scope that refuse an amount. Last, as a budget of all that it counts, the room of its counters. */
const refusing = (
  scope: Scope,
  amount: Usd.Usd,
  isByok: boolean,
  leaseEnd: (scope: ScopeId) => number | null,
  own: ReadonlyArray<HoldPart>
): ReadonlyArray<Refusing> => {
  const isFull = !hasRoom(scope, amount)
  const isRefused = applies(scope, isByok) && refusesAny(scope, amount)
  if (!isFull && !isRefused) return []
  const end = leaseEnd(scope.id)
  const refusingOf = (budget: Budget): RefusingBudget => ({
    ...budget,
    id: shownId(scope.ref),
    asked: amount,
    holds: scope.holds,
    earliest_lease_end: end === null ? null : DateTime.unsafeMake(end)
  })
  const refused = Day.kinds.flatMap((kind) => {
    const [limit, inForce] = [scope.limits[kind], limitIn(scope, kind)]
    if (limit === null || inForce === null || !isRefused || !refuses(scope, kind, amount)) return []
    const budget = refusingOf(budgetOf(scope, kind, limit))
    const stays = budget.spent + budget.unknown + heldByItself(scope, kind, own)
    return [{ budget, isHeld: admits(inForce, stays, amount), of: { scope, window: kind } }]
  })
  if (!isFull) return refused
  const room = budgetOf({ ...scope, include_byok: true, boosts: noBoosts }, "lifetime", LARGEST)
  return [...refused, { budget: refusingOf(room), isHeld: false, of: null }]
}

/** The binding budget first: one that waiting does not help, then the one with the least remaining. */
const byBinding = (one: Refusing, other: Refusing): number => {
  if (one.isHeld !== other.isHeld) return one.isHeld ? 1 : -1
  const [remaining, others] = [one.budget.remaining, other.budget.remaining]
  return remaining < others ? -1 : remaining > others ? 1 : 0
}

/** A refusal, and the budgets in it that are spent. */
export interface BudgetRefusal {
  readonly refusal: BudgetExceeded
  readonly spent: ReadonlyArray<SpentBudget>
}

/**
 * The refusal of an amount that does not fit, with every budget that refuses it.
 *
 * @param leaseEnd The earliest end of a lease among a scope's open holds, or one before it; null if it has none.
 * @param own The parts of the hold that is extended. @default none
 */
export const refuseBudgets = (
  scopes: ReadonlyArray<Scope>,
  amount: Usd.Usd,
  isByok: boolean,
  leaseEnd: (scope: ScopeId) => number | null,
  own: ReadonlyArray<HoldPart> = []
): BudgetRefusal => {
  const all = scopes.flatMap((scope) => refusing(scope, amount, isByok, leaseEnd, own)).sort(byBinding)
  const reason = all.every(({ isHeld }) => isHeld) ? "budget_held" : "budget_spent"
  return {
    refusal: new BudgetExceeded({ reason, budgets: all.map(({ budget }) => budget) }),
    spent: all.flatMap(({ isHeld, of }) => (isHeld || of === null ? [] : [of]))
  }
}

/** The same without the budgets that are spent. */
export const refusal = (...judged: Parameters<typeof refuseBudgets>): BudgetExceeded => refuseBudgets(...judged).refusal

/** Why a run admits nothing, whatever it costs; null if it may. */
const barOf = ({ requests, run }: Scope, now: number, opens: boolean): RunRefused["reason"] | null => {
  if (run === null) return null
  const state = stateOfRun(run, now)
  if (state !== "open") return `run_${state}`
  return opens && run.max_requests !== null && requests >= run.max_requests ? "run_requests_spent" : null
}

/**
 * The refusal of the outermost run that is stopped, has ended or has made all its requests; null if there is none.
 *
 * @param scopes In the order of a request: inner runs before outer ones.
 * @param opens Whether a request is added. One that is extended is counted already.
 */
export const refuseRun = (scopes: ReadonlyArray<Scope>, now: number, opens: boolean): RunRefused | null => {
  let refusal: RunRefused | null = null
  for (const scope of scopes) {
    const reason = barOf(scope, now, opens)
    if (reason !== null) refusal = new RunRefused({ reason, run: runPath(scope.ref), stored: null, stated: null })
  }
  return refusal
}

const limitNames = ["limit_usd", "max_in_flight", "max_requests"] as const

const differs = <A>(stored: A, stated: A | undefined) => stated !== undefined && stated !== stored

/** The limits of which one is stated and differs, with those of the run; null if none does, as most often. */
const differingLimits = (
  scope: ScopeTerms,
  stated: StatedRun
): { readonly stored: Partial<RunLimits>; readonly stated: Partial<RunLimits> } | null => {
  const { limits, max_in_flight, run } = scope
  const isSame = !(
    differs(limits.lifetime, stated.limit_usd) ||
    differs(max_in_flight, stated.max_in_flight) ||
    differs(run?.max_requests ?? null, stated.max_requests)
  )
  if (isSame) return null
  const stored = limitsOfRun(scope)
  const names = limitNames.filter((name) => differs(stored[name], stated[name]))
  const of = (limits: StatedRun | RunLimits) => Object.fromEntries(names.map((name) => [name, limits[name]]))
  return { stored: of(stored), stated: of(stated) }
}

/** The refusal of a run that does not exist and is not created, or that has other limits than those that are stated; null if it is as stated. */
export const refuseStated = (
  ref: Scope["ref"],
  stored: ScopeTerms | undefined,
  stated: StatedRun
): RunRefused | null => {
  if (stored === undefined) {
    if (stated.creates) return null
    return new RunRefused({ reason: "run_not_found", run: runPath(ref), stored: null, stated: null })
  }
  const differing = differingLimits(stored, stated)
  return differing === null ? null : new RunRefused({ reason: "run_conflict", run: runPath(ref), ...differing })
}

const isFull = ({ holds, max_in_flight }: Scope): boolean => max_in_flight !== null && holds >= max_in_flight

/** The refusal of another hold where as many are open as a scope admits; null if there is room. */
export const refuseInFlight = (scopes: ReadonlyArray<Scope>): TooManyInFlight | null =>
  scopes.some(isFull)
    ? new TooManyInFlight({
        scopes: scopes.flatMap((scope) =>
          scope.max_in_flight !== null && isFull(scope)
            ? {
                scope: scope.ref.kind,
                id: shownId(scope.ref),
                max_in_flight: scope.max_in_flight,
                in_flight: scope.holds
              }
            : []
        )
      })
    : null

/** The largest amount that the counters of a scope hold together: the maximum of a 64-bit integer, about 9.2 billion USD. */
export const LARGEST = Usd.Usd.make(2n ** 63n - 1n)

const sumOf = ({ held, spent, unknown }: Tally): bigint => spent.lifetime + held.lifetime + unknown.lifetime

/**
 * Whether a scope has room for an amount more: what is spent, held and unknown, own and BYOK together, stays at most `LARGEST`. No
 * window has more than the whole life of the scope, so that alone is asked.
 */
export const hasRoom = ({ byok, own }: Scope, amount: Usd.Usd): boolean => sumOf(own) + sumOf(byok) + amount <= LARGEST

/** What a hold adds to each of its scopes, in all. */
const weightOf = (hold: Pick<HoldRecord, "amount" | "cost" | "state">): Usd.Usd => {
  if (hold.state === "settled") return costOf(hold)
  return counts(hold) ? hold.amount : Usd.zero
}

/** How much more a hold adds to its scopes after a change; 0 if it adds the same or less, as most do. */
export const growthOf = (before: HoldRecord, after: HoldRecord): Usd.Usd => {
  const [one, other] = [weightOf(before), weightOf(after)]
  return other > one ? Usd.subtract(other, one) : Usd.zero
}
