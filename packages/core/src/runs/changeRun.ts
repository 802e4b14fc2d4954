import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about, unchanged } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { bumpVersions, changeBudgets, lockScopes } from "../spending/admission/bumpVersions.js"
import { newRunTerms, type StatedRun } from "../spending/model/RunTerms.js"
import { RunRefused } from "../spending/model/refusals.js"
import {
  type Place,
  type RunTerms,
  runPath,
  runScope,
  type Scope,
  type ScopeRef,
  type ScopeTerms
} from "../spending/model/Scope.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { RunPath } from "./Run.js"
import { parentOf, requireStored } from "./runPlace.js"

/** The terms of a run. */
export interface TermsOfRun extends ScopeTerms {
  readonly run: RunTerms
}

/** The terms of a scope, without its counters; null if it is no run. */
const termsOf = (scope: Scope | undefined): TermsOfRun | null => {
  if (scope === undefined || scope.run === null) return null
  const { include_byok, limits, max_in_flight, run, thresholds } = scope
  return { limits, include_byok, max_in_flight, run, thresholds }
}

/** A run that is about to be changed, under its lock. */
interface RunToChange {
  /** Null if it does not exist. */
  readonly before: TermsOfRun | null
  /** The scope of the run directly above; null for an outermost one. */
  readonly parent: { readonly ref: ScopeRef; readonly scope: Scope | undefined } | null
  readonly now: number
}

/** The terms of a new run. Fails with `RunRefused` if the run above it does not exist. */
export const createBelow = ({ now, parent }: RunToChange, stated: Omit<StatedRun, "creates">) => {
  if (parent !== null && termsOf(parent.scope) === null) {
    const run = runPath(parent.ref)
    return Effect.fail(new RunRefused({ reason: "run_not_found", run, stored: null, stated: null }))
  }
  return Effect.succeed(newRunTerms(stated, parent?.scope?.id ?? null, now))
}

/**
 * Changes or creates a run in one transaction, and returns it with the instant of the change. Its scope is locked before it is read, so
 * that no change undoes a concurrent one: a stop and new limits both stay, and of a creation here and one by an admission one is judged
 * by the other. If nothing changes, nothing is written.
 *
 * @param where Finds the workspace of the run.
 * @param judge Returns the terms to store, or null if nothing changes. It may be called again.
 */
export const changeRun = Effect.fnUntraced(function* <E, R, E2, R2>(
  where: Effect.Effect<Place, E2, R2>,
  path: RunPath,
  judge: (run: RunToChange) => Effect.Effect<ScopeTerms | null, E, R>
) {
  const store = yield* SpendingStore
  const { run } = yield* Transaction
  const at = yield* DateTime.now
  const now = at.epochMillis
  const changed = yield* run(
    Effect.gen(function* () {
      const place = yield* where
      const { organization_id, workspace_id } = place
      yield* about({ organization_id, object: path, fields: { workspace_id } })
      const [ref, above] = [runScope(place, path), parentOf(path)]
      const outer = above === null ? null : runScope(place, above)
      const refs = outer === null ? [ref] : [outer, ref]
      const found = yield* lockScopes(refs, store.scopes(refs, now))
      const scopeOf = ({ subject }: ScopeRef) => found.find((scope) => scope.ref.subject === subject)
      const parent = outer === null ? null : { ref: outer, scope: scopeOf(outer) }
      const judged = (scope: Scope | undefined) => judge({ before: termsOf(scope), parent, now })
      const before = scopeOf(ref)
      let after = yield* judged(before)
      if (before === undefined && after !== null) {
        // Creates the scope, and so locks it, unless an admission has created it meanwhile.
        yield* bumpVersions([ref], at)
        const [scope] = yield* store.scopes([ref], now)
        if (termsOf(scope) !== null) after = yield* judged(scope)
      }
      yield* after === null ? unchanged : changeBudgets({ ref }, after, at)
      // Read here: a run that was resumed long after its latest request may be deleted as soon as the transaction ends.
      const stored = yield* Effect.catchTag(requireStored(place, path, now), "RunNotFound", Effect.die)
      return { organization_id, stored }
    })
  )
  yield* wakeQueue(changed.organization_id)
  return { now, stored: changed.stored }
})
