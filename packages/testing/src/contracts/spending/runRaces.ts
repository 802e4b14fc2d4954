import { expect } from "@effect/vitest"
import { type RunStep, WorkspaceId } from "@tollgate/core"
import { runPath, runScope, SpendingStore, withRuns } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { admitIn, changeRun, countedIn, listed, path, refusedBy, runAt, runRef } from "./runSamples.js"
import { opening, runStorm } from "./runStorm.js"
import {
  all,
  anAdmission,
  correcting,
  costing,
  DAY,
  evening,
  limited,
  named,
  organization,
  otherOrganization,
  usd,
  workspace
} from "./samples.js"

const CHILDREN = 20

/** Limits of a run, how many requests ask for 50 cents in its children at once, how many are admitted, and why the others are not. */
const exact: ReadonlyArray<readonly [Omit<RunStep, "id">, asked: number, fit: number, reason: string]> = [
  [{ limit_usd: usd(250) }, 1000, 500, "budget_held"],
  [{ max_in_flight: 77 }, 200, 77, "too_many_in_flight"],
  [{ max_requests: 77 }, 200, 77, "run_requests_spent"]
]

const racePromises = (promise: Promised): void => {
  promise("admits exactly what fits in a run, however many ask at once in the runs below it", () =>
    Effect.gen(function* () {
      let number = 0
      for (const [at, [limits, asked, fit, reason]] of exact.entries()) {
        const top = { id: `job-${at}`, ...limits }
        const ask = (n: number) =>
          Effect.map(admitIn(number++, 0.5, [top, { id: `child-${n % CHILDREN}`, limit_usd: usd(20) }]), refusedBy)
        const answers = yield* Effect.forEach(Array.range(1, asked), ask, { concurrency: "unbounded" })
        const counts = Object.fromEntries(
          Object.entries(Array.groupBy(answers, ([reason = ""]) => reason)).map(([name, { length }]) => [name, length])
        )
        expect(counts).toEqual({ Admitted: fit, [reason]: asked - fit })
        const run = yield* runAt(top.id)
        expect([countedIn(run), run.holds, run.requests]).toEqual([usd(fit / 2), fit, fit])
        const below = yield* listed({ parent: runRef(top.id) })
        expect(below.data.reduce((sum, { scope }) => sum + scope.requests, 0)).toBe(fit)
      }
      yield* expectLaws([...all, ...exact.map((_, at) => runRef(`job-${at}`))], evening)
    })
  )

  promise("admits nothing once a stop is acknowledged, while 64 callers go on, until it is resumed", () =>
    Effect.gen(function* () {
      let [number, stopped] = [0, false]
      const [before, after]: [Array<string>, Array<string>] = [[], []]
      yield* admitIn(number++, 0.01, path("job"))
      const caller = (at: number) =>
        Effect.gen(function* () {
          for (let isLate = false; !isLate; ) {
            isLate = stopped
            const answer = refusedBy(yield* admitIn(number++, 0.01, path(at % 2 === 0 ? "job" : `job/child-${at}`)))
            ;(isLate ? after : before).push(answer.join(" "))
            yield* Effect.yieldNow()
          }
        })
      const stop = Effect.gen(function* () {
        while (before.length < 128) yield* Effect.yieldNow()
        yield* changeRun("job", { is_stopped: true })
        stopped = true
      })
      yield* Effect.all([...Array.makeBy(64, caller), stop], { concurrency: "unbounded" })
      expect(new Set(after)).toEqual(new Set(["run_stopped job"]))
      const admitted = before.filter((answer) => answer === "Admitted").length
      expect([(yield* runAt("job")).requests, admitted > 0]).toEqual([admitted + 1, true])
      yield* changeRun("job", { is_stopped: false })
      expect(refusedBy(yield* admitIn(number++, 0.01, path("job/child-1")))).toEqual(["Admitted"])
    })
  )
}

const spellings = [
  "job",
  "Job",
  "JOB",
  "job.",
  ".job",
  "job~",
  "job_",
  "jobx",
  "job-",
  "job@a:b",
  "j/ob",
  "jo/b",
  "job/job",
  "__proto__",
  "constructor"
]

const namePromises = (promise: Promised): void => {
  promise("tells runs apart by every character of their paths, by their workspace, and by their organization", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      let number = 0
      for (const text of ["j", "jo"]) yield* admitIn(number++, 0, path(text))
      for (const [at, text] of spellings.entries()) {
        const limit_usd = text === "job" ? 100 : 1 + at
        expect(refusedBy(yield* admitIn(number++, 1 + at, path(text, { limit_usd })))).toEqual(["Admitted"])
      }
      const places = [
        { organization_id: organization, workspace_id: WorkspaceId.make(organization) },
        { organization_id: otherOrganization, workspace_id: workspace }
      ]
      for (const [at, place] of places.entries()) {
        const { scopes, terms, ...rest } = anAdmission(number++, 50 + at)
        const stated = [{ id: "job", limit_usd: usd(50 + at) }]
        const theirs = {
          ...rest,
          terms: { ...terms, ...place },
          scopes: withRuns(
            scopes.map((scope) => ({ ...scope, ref: { ...scope.ref, organization_id: place.organization_id } })),
            place,
            stated
          )
        }
        expect(refusedBy(yield* store.admit(theirs))).toEqual(["Admitted"])
        const [scope] = yield* store.scopes([runScope(place, "job")], evening)
        expect(scope).toMatchObject({ limits: limited({ lifetime: 50 + at }).limits, requests: 1, holds: 1 })
      }
      for (const [at, text] of spellings.entries()) {
        const run = yield* runAt(text)
        // What is below a run counts in it.
        const below = text === "job" ? 1 + spellings.indexOf("job/job") : 0
        expect([text, countedIn(run)]).toEqual([text, usd(1 + at + below)])
      }
      yield* changeRun("job", { is_stopped: true })
      expect(refusedBy(yield* admitIn(number++, 0, path("Job")))).toEqual(["budget_held", "Job"])
      expect(refusedBy(yield* admitIn(number++, 0, path("job")))).toEqual(["run_stopped", "job"])
      const other = yield* listed({ organization_id: otherOrganization })
      expect(other.data.map(({ scope }) => [runPath(scope.ref), countedIn(scope)])).toEqual([["job", usd(51)]])
    })
  )

  promise("charges, stops, lists and deletes 8 runs of 128 characters", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const ids = Array.makeBy(8, (at) => String(at).padEnd(128, "~"))
      const paths = ids.map((_, at) => ids.slice(0, at + 1).join("/"))
      const steps = ids.map((id, at) => ({ id, limit_usd: usd(8 - at) }))
      expect(refusedBy(yield* admitIn(1, 1, steps))).toEqual(["Admitted"])
      expect(refusedBy(yield* admitIn(2, 1, steps))).toEqual(["budget_held", paths[7]])
      yield* store.settle(named(1), costing(0.5), evening)
      for (const text of paths) expect(yield* runAt(text)).toMatchObject({ requests: 1, holds: 0 })
      expect((yield* listed()).data.map(({ children, scope }) => [runPath(scope.ref), children])).toEqual(
        paths.map((text, at) => [text, at === 7 ? 0 : 1]).toReversed()
      )
      yield* changeRun(paths[3] ?? "", { is_stopped: true })
      expect(refusedBy(yield* admitIn(3, 0.1, steps))).toEqual(["run_stopped", paths[3]])
      yield* changeRun(paths[3] ?? "", { is_stopped: false })
      yield* expectLaws([...all, ...paths.map(runRef)], evening)
      let deleted = 0
      for (let depth = 0; depth < 8; depth++) deleted += yield* store.pruneRuns(-1, evening)
      expect([deleted, (yield* listed()).total_count]).toEqual([8, 0])
      yield* expectLaws(all, evening)
    })
  )
}

const outlivingPromises = (promise: Promised): void => {
  promise("ends holds that outlive their run, and charges what is left of their path", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const later = evening + 40 * DAY
      for (const number of [1, 2, 3, 4]) yield* admitIn(number, 1, path(number === 1 ? "job" : "job/child"))
      yield* store.settle(named(1), costing(1), evening)
      yield* store.settle(named(2), costing(0.25), evening)
      yield* store.release(named(3), evening)
      yield* store.release(named(4), evening)
      // The run above is charged again, so that only the one below is deleted.
      yield* admitIn(5, 1, path("job"), { now: later })
      const prune = store.pruneRuns(32, later)
      expect([yield* prune, yield* prune]).toEqual([1, 0])
      yield* expectLaws([...all, runRef("job"), runRef("job/child")], later)
      const extension = { amount: usd(2), lease_seconds: null, fence: [], now: later }
      for (const number of [2, 3, 4]) {
        expect(yield* store.extend({ hold: named(number), ...extension })).toEqual({ _tag: "Ended" })
      }
      expect(refusedBy(yield* admitIn(6, 1, path("job/child"), { now: later }))).toEqual(["Admitted"])
      const child = yield* runAt("job/child", later)
      yield* store.correct(named(2), correcting(0.5))
      yield* store.release(named(2), later)
      yield* store.settle(named(3), costing(0.125), later)
      yield* store.markUnknown(named(4), null, later)
      expect(yield* runAt("job/child", later)).toEqual(child)
      expect(yield* runAt("job", later)).toMatchObject({ requests: 6, holds: 2 })
      expect(countedIn(yield* runAt("job", later))).toBe(usd(1 + 0.5 + 0.125 + 1 + 1 + 1))
      yield* expectLaws([...all, runRef("job"), runRef("job/child")], later)
      yield* store.prune(evening + DAY)
      expect(yield* runAt("job", later)).toMatchObject({ requests: 6, opening: { requests: 3 } })
      yield* expectLaws([...all, runRef("job"), runRef("job/child")], later)
    })
  )
}

/** Promises about runs that many use at once, about their names, and about what outlives them. */
export const runRacePromises = (promise: Promised, numRuns: number): void => {
  racePromises(promise)
  namePromises(promise)
  outlivingPromises(promise)
  for (const seed of Array.range(1, numRuns)) {
    promise(`keeps the limits and stops of a tree of runs while 50 fibers act in it (${seed} of ${numRuns})`, () =>
      Effect.gen(function* () {
        const seen = yield* runStorm([yield* opening], { seed, fibers: 50, acts: 12 })
        expect([seen.get("acts"), seen.get("interrupted")]).toEqual([600, 5])
        // There are answers of many kinds.
        const kinds = ["Admitted", "run_stopped", "stopped"]
        expect(kinds.filter((kind) => !seen.has(kind))).toEqual([])
      })
    )
  }
}
