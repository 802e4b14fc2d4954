import { type HoldRecord, type ScopeId, type ScopeRef, type StorageFailure, scopeName } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { Locks } from "../rows/Dialect.js"
import { type Act, runActs } from "../unit/runActs.js"
import type { UnitOfWork } from "../unit/UnitOfWork.js"
import { answered, type Spending, type UnitRunner } from "../unit/unitRunner.js"
import { BatchQueue } from "./BatchQueue.js"
import { batchSettings, beginSettings, waitFor } from "./batchSettings.js"
import { isolateFailures } from "./isolateFailures.js"
import { XminRowCache } from "./XminRowCache.js"

/** Judges the acts that wait in a process together. An act within an open transaction is judged there, by `alone`. */
export const batchedActs = Effect.fnUntraced(function* (
  { database, known }: Spending,
  { inMessages, inTransaction, timeOf }: UnitRunner,
  alone: <A>(act: Act<A>) => Effect.Effect<A, StorageFailure>
) {
  const runtime = yield* Effect.runtime()
  const cache = new XminRowCache()

  const run = isolateFailures(
    (acts: ReadonlyArray<Act<unknown>>, locks: Locks, first: ScopeId | null, began: (unit: UnitOfWork) => void) => {
      const work = (unit: UnitOfWork) => {
        began(unit)
        return runActs(unit, acts, timeOf)
      }
      const before = first === null ? [] : waitFor(first)
      return answered(
        inMessages === undefined
          ? inTransaction(work, locks, { before: [batchSettings, ...before], cache })
          : inMessages(beginSettings, work, locks, { before, cache })
      )
    }
  )
  const queue = new BatchQueue<Act<unknown>>(
    Runtime.runFork(runtime),
    (acts) => run(acts, "wait"),
    (acts) => run(acts, "skip"),
    (acts, scope) => run(acts, "skip", scope)
  )
  const needsOf = (holds: ReadonlyArray<HoldRecord>, refs: ReadonlyArray<ScopeRef>) => [
    ...holds.flatMap(({ scopes }) => scopes),
    ...refs.flatMap((ref) => known.current.scopes.get(scopeName(ref)) ?? [])
  ]

  return <A>(act: Act<A>): Effect.Effect<A, StorageFailure> =>
    Effect.flatMap(database.isInTransaction, (isJoining) => {
      if (isJoining) return alone(act)
      const holds = act.holds.flatMap((id) => cache.hold(id) ?? [])
      const organization = act.refs[0]?.organization_id ?? holds[0]?.organization_id ?? ""
      // The answer is that of the act.
      return queue.judge(organization, act, () => needsOf(holds, act.refs)) as Effect.Effect<A, StorageFailure>
    })
})
