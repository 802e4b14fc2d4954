import * as Usd from "../../values/Usd.js"
import type * as Day from "../model/Day.js"
import { noBoosts, type Scope } from "../model/Scope.js"

/** No version: what alerts compare is not that of an act any more. */
export const UNCHECKED = -1

/** What the boosts of a scope add to its limit in a window. A limit of 0 stays 0, and none stays none. */
export const boostIn = ({ boosts, limits }: Pick<Scope, "boosts" | "limits">, kind: Day.Kind): Usd.Usd => {
  if (boosts.length === 0 || !limits[kind]) return Usd.zero
  return boosts.reduce((sum, boost) => (boost.window === kind ? Usd.add(sum, boost.usd) : sum), Usd.zero)
}

/** The limit of a scope in a window, with its boosts. Null means unlimited. */
export const limitIn = (scope: Pick<Scope, "boosts" | "limits">, kind: Day.Kind): Usd.Usd | null => {
  const limit = scope.limits[kind]
  return limit === null || scope.boosts.length === 0 ? limit : Usd.add(limit, boostIn(scope, kind))
}

/** A scope without the boosts that have ended at an instant: the same object if none has, as most often. */
export const withoutEndedBoosts = (scope: Scope, now: number): Scope => {
  if (scope.boosts.length === 0) return scope
  const boosts = scope.boosts.filter(({ until }) => until > now)
  if (boosts.length === scope.boosts.length) return scope
  return { ...scope, boosts: boosts.length === 0 ? noBoosts : boosts, checked: UNCHECKED }
}
