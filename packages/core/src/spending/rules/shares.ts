import type { WorkspaceId } from "../../values/Id.js"
import * as Day from "../model/Day.js"
import { type Scope, ScopeKind } from "../model/Scope.js"
import { usedIn } from "./crossings.js"
import { boostIn, withoutEndedBoosts } from "./limits.js"
import { dayOf, rollTo } from "./rollScope.js"

/** A budget that may refuse something, of what exists at that moment. */
export interface BudgetInForce {
  /** On its day, without boosts that have ended. Its id is 0 if nothing was charged to it. */
  readonly scope: Scope
  readonly window: Day.Kind
  /** Null for the budget of an organization. */
  readonly workspace_id: WorkspaceId | null
  /** The name of the key, the guardrail, the workspace or the organization, or the path of the run. */
  readonly name: string
}

/** A scope as it is at an instant. After a clock was wrong by more than a day, the next act counts its windows again, and this does not. */
export const asAt = (scope: Scope, now: number): Scope =>
  rollTo(withoutEndedBoosts(scope, now), dayOf([scope], now)).scope

/**
 * The share of a limit, with its boosts, that is spent or unknown: 1 of a limit of 0. Storages that compute it by the same division of
 * doubles get the same number.
 */
export const shareOf = (scope: Scope, window: Day.Kind): number => {
  const limit = scope.limits[window] ?? 0n
  if (limit === 0n) return 1
  return Number(usedIn(scope, window)) / (Number(limit) + Number(boostIn(scope, window)))
}

/** The place of a kind of scope, or of a window, in the order of a list. */
export const kindRank = (kind: ScopeKind): number => ScopeKind.literals.indexOf(kind)
export const windowRank = (window: Day.Kind): number => Day.kinds.indexOf(window)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The greatest share first; then by kind, subject, guardrail and window. No two budgets are equal. */
export const byShare = (one: BudgetInForce, other: BudgetInForce): number => {
  const [a, b] = [one.scope.ref, other.scope.ref]
  return (
    shareOf(other.scope, other.window) - shareOf(one.scope, one.window) ||
    kindRank(a.kind) - kindRank(b.kind) ||
    compare(a.subject, b.subject) ||
    compare(a.guardrail_id ?? "", b.guardrail_id ?? "") ||
    windowRank(one.window) - windowRank(other.window)
  )
}
