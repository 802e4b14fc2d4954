import { expect } from "@effect/vitest"
import { SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { admitIn, changeRun, countedIn, listed, path, paths, refusedBy, runAt, runRef } from "./runSamples.js"
import { admitted, all, anAdmission, correcting, costing, DAY, evening, key, named, usd } from "./samples.js"

/** Promises about the runs that retention deletes. */
export const idleRunPromises = (promise: Promised): void => {
  const refs = (...texts: ReadonlyArray<string>) => [...all, ...texts.map(runRef)]
  /** A request of the organization in none of its runs. */
  const act = (number: number, now: number) =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      admitted(yield* store.admit(anAdmission(number, 0.125, { now })))
      yield* store.release(named(number), now)
    })

  promise("keeps runs that are stopped, have open or unknown holds, a run below them, or a charge within 32 days", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const lease = { terms: { lease_seconds: 86_400 * 60 } }
      for (const [at, text] of ["over", "stopped", "held", "unknown", "parent", "recent", "late"].entries()) {
        yield* admitIn(at, 1, path(text), lease)
      }
      yield* admitIn(10, 1, path("parent/child"), lease)
      yield* admitIn(11, 1, path("over/child"), lease)
      for (const number of [0, 1, 4, 5, 6, 11]) yield* store.settle(named(number), costing(0.5), evening)
      yield* store.markUnknown(named(3), null, evening)
      yield* changeRun("stopped", { is_stopped: true })
      const later = evening + 32 * DAY
      yield* admitIn(12, 1, path("recent"), { now: evening + DAY })
      yield* store.settle(named(12), costing(0.5), evening + DAY)
      const prune = store.pruneRuns(32, later + DAY)
      // The latest day of the organization counts, too: a clock may be wrong.
      expect(yield* prune).toBe(0)
      yield* act(13, later + DAY)
      expect(yield* store.pruneRuns(32, later)).toBe(0)
      expect([yield* prune, yield* prune, yield* prune]).toEqual([2, 1, 0])
      expect((yield* paths({}, later)).toSorted()).toEqual(
        ["held", "parent", "parent/child", "recent", "stopped", "unknown"].toSorted()
      )
      yield* expectLaws(refs("held", "parent", "parent/child", "recent", "stopped", "unknown"), later)
    })
  )

  promise("forgets a deleted run: holds of it end, are corrected and deleted, and one that comes back is new", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const steps = path("job", { limit_usd: 2 })
      yield* admitIn(1, 1, steps)
      yield* admitIn(2, 1, steps)
      yield* store.settle(named(1), costing(1), evening)
      yield* store.release(named(2), evening)
      const first = yield* runAt("job")
      const later = evening + 40 * DAY
      yield* expectLaws(refs("job"), evening)
      yield* act(4, later)
      expect(yield* store.pruneRuns(32, later)).toBe(1)
      yield* expectLaws(refs("job"), later)
      expect((yield* listed({}, later)).total_count).toBe(0)
      // Its limit is another one now, and what it had spent is over.
      expect(refusedBy(yield* admitIn(3, 2, path("job", { limit_usd: 5 }), { now: later }))).toEqual(["Admitted"])
      const second = yield* runAt("job", later)
      expect(second.id).toBeGreaterThan(first.id)
      expect([second.requests, countedIn(second)]).toEqual([1, usd(2)])
      expect(yield* store.settle(named(2), costing(0.5), later)).toMatchObject({ value: { state: "settled" } })
      expect(yield* store.correct(named(1), correcting(0.75))).toMatchObject({ _tag: "Some" })
      expect(countedIn(yield* runAt("job", later))).toBe(usd(2))
      yield* expectLaws(refs("job"), later)
      expect(yield* store.prune(evening + DAY)).toBe(2)
      yield* expectLaws(refs("job"), later)
      const [scope] = yield* store.scopes([key], later)
      expect(scope?.own.spent.lifetime).toBe(usd(1.25))
    })
  )

  promise("keeps the number of requests of a run whose holds are deleted", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const steps = path("job", { max_requests: 2 })
      yield* admitIn(1, 1, steps)
      yield* admitIn(2, 1, steps)
      yield* store.settle(named(1), costing(1), evening)
      yield* store.release(named(2), evening)
      yield* store.prune(evening + DAY)
      expect(yield* runAt("job", evening + DAY)).toMatchObject({ requests: 1, opening: { requests: 1 } })
      yield* expectLaws(refs("job"), evening + DAY)
      const at = { now: evening + DAY }
      expect(refusedBy(yield* admitIn(3, 1, steps, at))).toEqual(["Admitted"])
      expect(refusedBy(yield* admitIn(4, 1, steps, at))).toEqual(["run_requests_spent", "job"])
    })
  )
}
