import * as Either from "effect/Either"
import * as Day from "../model/Day.js"
import { emptyScope, type Scope, unlimited } from "../model/Scope.js"
import { UNCHECKED } from "../rules/limits.js"
import { dayOf } from "../rules/rollScope.js"
import { onDay } from "./acts.js"
import type { SpendingRows } from "./SpendingRows.js"
import type { ScopeChange } from "./SpendingStore.js"

/** Changes the boosts of a scope, or stores alerts about it. A scope that does not exist is judged as one without charges. */
export const changeScope = <E>(
  rows: SpendingRows,
  { judge, now, ref, terms }: ScopeChange<E>
): Either.Either<Scope, E> => {
  const known = rows.findScope(ref)
  const day = known === undefined ? Day.of(now) : dayOf([known], now)
  const scope = known === undefined ? emptyScope(0, ref, terms ?? unlimited, day) : onDay(rows, known, day, now)
  return Either.map(judge(scope, now), ({ alerts = [], boosts }) => {
    const stored = known ?? (terms === null ? undefined : rows.addScope(ref, terms, day))
    if (stored === undefined) return scope
    const rolled = known === undefined ? stored : scope
    // What alerts compare is another limit from now on.
    const after = boosts === undefined ? rolled : { ...rolled, boosts, checked: UNCHECKED }
    if (after !== stored) rows.saveScope(stored, after)
    for (const alert of alerts) rows.addAlert(alert)
    return after
  })
}
