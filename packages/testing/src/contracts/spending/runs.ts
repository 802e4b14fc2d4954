import { expect } from "@effect/vitest"
import { OrganizationId, WorkspaceId } from "@tollgate/core"
import { runScope, SpendingStore, withRuns } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { admitIn, changeRun, countedIn, listed, path, paths, refusedBy, runAt, runRef, scopesIn } from "./runSamples.js"
import {
  admitted,
  all,
  anAdmission,
  correcting,
  costing,
  evening,
  HOUR,
  key,
  limit,
  limited,
  MINUTE,
  named,
  organization,
  someTerms,
  space,
  usd,
  whole,
  workspace
} from "./samples.js"

/** Promises about runs: how they begin, and what they refuse. */
export const runPromises = (promise: Promised): void => {
  promise("creates the runs of a path with their limits, and charges all of them, in the act of the admission", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const job = { id: "job", limit_usd: usd(5), max_in_flight: 3, max_requests: 10, expires_in: 3600 }
      const hold = admitted(yield* admitIn(1, 1, [job, { id: "child" }]))
      const outer = yield* runAt("job")
      const inner = yield* runAt("job/child")
      const charged = { version: 0, include_byok: true, holds: 1, requests: 1, charged_at: evening }
      expect(outer).toMatchObject({ ...charged, limits: limited({ lifetime: 5 }).limits, max_in_flight: 3 })
      expect(outer.run).toEqual({
        parent: null,
        max_requests: 10,
        created_at: evening,
        ends_at: evening + HOUR,
        is_stopped: false
      })
      expect(inner).toMatchObject({ ...charged, limits: limited({}).limits, max_in_flight: null })
      expect(inner.run).toEqual({
        parent: outer.id,
        max_requests: null,
        created_at: evening,
        ends_at: null,
        is_stopped: false
      })
      const scopes = yield* store.scopes([key, runRef("job/child"), runRef("job"), space, whole], evening)
      expect(hold.scopes).toEqual(scopes.map(({ id }) => id))
      expect(scopes.map((scope) => [countedIn(scope), scope.requests])).toEqual(
        [0, 1, 1, 0, 0].map((requests) => [usd(1), requests])
      )
      yield* store.settle(named(1), costing(0.25), evening + MINUTE)
      expect(yield* runAt("job")).toMatchObject({ holds: 0, requests: 1, charged_at: evening })
      yield* admitIn(2, 2, path("job/child"), { now: evening + MINUTE })
      expect([countedIn(yield* runAt("job")), (yield* runAt("job/child")).charged_at]).toEqual([
        usd(2.25),
        evening + MINUTE
      ])
      yield* expectLaws([...all, runRef("job"), runRef("job/child")], evening)
    })
  )

  promise("creates no run by a dry run or a refusal", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 2 }))
      const dry = yield* admitIn(1, 1, path("job"), { dry_run: true })
      if (dry._tag !== "Admitted") return expect.fail(dry._tag)
      expect(dry.scopes[1]).toMatchObject({ id: 0, ref: runRef("job"), requests: 1, charged_at: evening })
      expect(refusedBy(yield* admitIn(2, 3, path("job")))).toEqual(["budget_spent", key.subject])
      expect(refusedBy(yield* admitIn(3, 1, path("job", { limit_usd: 0.5 })))).toEqual(["budget_spent", "job"])
      expect(refusedBy(yield* admitIn(4, 1, path("a/b/c")))).toEqual(["run_not_found", "a"])
      expect((yield* listed()).total_count).toBe(0)
      const outer = { id: "a", max_requests: 5 }
      expect(refusedBy(yield* admitIn(5, 1, [outer, { id: "b" }, { id: "c" }]))).toEqual(["run_not_found", "a/b"])
      expect((yield* listed()).total_count).toBe(0)
      expect(refusedBy(yield* admitIn(6, 1, [outer, { id: "b" }]))).toEqual(["Admitted"])
      expect(refusedBy(yield* admitIn(7, 1, path("a/b/c")))).toEqual(["Admitted"])
      yield* expectLaws([...all, ...["a", "a/b", "a/b/c"].map(runRef)], evening)
    })
  )

  promise("refuses limits that differ from those of a run, and names both", () =>
    Effect.gen(function* () {
      yield* admitIn(1, 0.1, path("job", { limit_usd: 5, max_requests: 10 }))
      for (const same of [{}, { limit_usd: 5 }, { max_in_flight: null, max_requests: 10 }, { expires_in: 60 }]) {
        expect(refusedBy(yield* admitIn(2, 0.1, path("job", same), { dry_run: true }))).toEqual(["Admitted"])
      }
      const stated = { limit_usd: null, max_in_flight: 2, max_requests: 10 }
      const answer = yield* admitIn(3, 0.1, path("job", stated))
      expect(answer).toMatchObject({
        _tag: "Refused",
        refusal: {
          reason: "run_conflict",
          run: "job",
          stored: { limit_usd: usd(5), max_in_flight: null },
          stated: { limit_usd: null, max_in_flight: 2 }
        }
      })
      expect((yield* runAt("job")).requests).toBe(1)
    })
  )

  promise(
    "keeps every run of a path within its limit, BYOK amounts included, also where an inner one has more left",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const steps = [
          { id: "job", limit_usd: usd(2) },
          { id: "child", limit_usd: usd(5) }
        ]
        yield* admitIn(1, 1.5, steps, { charge: "byok" })
        expect(refusedBy(yield* admitIn(2, 1, steps))).toEqual(["budget_held", "job"])
        yield* store.settle(named(1), costing(1.25, { is_byok: true }), evening)
        expect(refusedBy(yield* admitIn(3, 1, steps))).toEqual(["budget_spent", "job"])
        expect(refusedBy(yield* admitIn(4, 0.75, steps))).toEqual(["Admitted"])
        yield* store.correct(named(1), correcting(1))
        expect(countedIn(yield* runAt("job"))).toBe(usd(1.75))
        yield* expectLaws([...all, runRef("job"), runRef("job/child")], evening)
      })
  )

  promise("counts requests that are open, unknown or settled, also those without a hold, and admits no more", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const steps = path("job", { max_requests: 2 })
      yield* admitIn(1, 1, steps)
      yield* admitIn(2, 1, steps)
      expect(refusedBy(yield* admitIn(3, 1, steps))).toEqual(["run_requests_spent", "job"])
      const extension = { hold: named(1), amount: usd(1.5), lease_seconds: null, fence: [], now: evening }
      expect(yield* store.extend(extension)).toMatchObject({ _tag: "Extended" })
      yield* store.release(named(1), evening)
      expect(refusedBy(yield* admitIn(3, 1, steps))).toEqual(["Admitted"])
      yield* store.settle(named(2), costing(0.5), evening)
      yield* store.markUnknown(named(3), null, evening)
      expect(refusedBy(yield* admitIn(4, 1, steps))).toEqual(["run_requests_spent", "job"])
      const usage = {
        terms: someTerms(5, 0, { variant: null }),
        scopes: scopesIn(path("job")),
        settlement: costing(1),
        at: evening - HOUR,
        now: evening
      }
      expect(yield* store.recordUsage(usage)).toMatchObject({ _tag: "Recorded" })
      expect(yield* runAt("job")).toMatchObject({ requests: 3, charged_at: evening, holds: 0 })
      // What was released and is settled late was a request after all.
      yield* store.settle(named(1), costing(0.5), evening)
      expect((yield* runAt("job")).requests).toBe(4)
      yield* expectLaws([...all, runRef("job")], evening)
    })
  )

  promise("creates the run of a request without a hold, and compares the limits of none that exists", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const record = (number: number, steps: ReturnType<typeof path>) =>
        store.recordUsage({
          terms: someTerms(number, 0, { variant: null }),
          scopes: scopesIn(steps),
          settlement: costing(3),
          at: evening - HOUR,
          now: evening
        })
      expect(yield* record(1, path("a/b"))).toMatchObject({ _tag: "Refused", refusal: { reason: "run_not_found" } })
      expect(yield* record(2, path("job", { limit_usd: 1 }))).toMatchObject({ _tag: "Recorded" })
      // Stated limits count for the creation alone: what was spent counts whatever the limits are by now.
      const inner = [
        { id: "job", limit_usd: usd(2) },
        { id: "child", max_requests: 1 }
      ]
      expect(yield* record(3, path("job", { limit_usd: 2 }))).toMatchObject({ _tag: "Recorded" })
      expect(yield* record(4, inner)).toMatchObject({ _tag: "Recorded" })
      expect(yield* record(5, path("job/other/child"))).toMatchObject({
        _tag: "Refused",
        refusal: { reason: "run_not_found", run: "job/other" }
      })
      const outer = yield* runAt("job")
      expect(outer).toMatchObject({ requests: 3, charged_at: evening - HOUR, limits: limited({ lifetime: 1 }).limits })
      expect(countedIn(outer)).toBe(usd(9))
      expect((yield* runAt("job/child")).run).toMatchObject({ parent: outer.id, max_requests: 1 })
      expect((yield* paths()).toSorted()).toEqual(["job", "job/child"])
      yield* expectLaws([...all, runRef("job"), runRef("job/child")], evening)
    })
  )

  promise("admits as many open holds of a run as it may have; a repetition and an extension take no place", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const steps = path("job", { max_in_flight: 2 })
      yield* admitIn(1, 1, steps)
      yield* admitIn(2, 1, steps)
      expect(yield* admitIn(3, 1, steps)).toMatchObject({
        _tag: "Refused",
        refusal: { scopes: [{ scope: "run", id: "job", max_in_flight: 2, in_flight: 2 }] }
      })
      expect(refusedBy(yield* admitIn(3, 1, steps, { dry_run: true }))).toEqual(["too_many_in_flight", "job"])
      expect(refusedBy(yield* admitIn(2, 1, steps))).toEqual(["Existing"])
      const renewal = { hold: named(1), amount: usd(2), lease_seconds: null, fence: [], now: evening }
      expect(yield* store.extend(renewal)).toMatchObject({ _tag: "Extended" })
      yield* store.markUnknown(named(1), null, evening)
      expect(refusedBy(yield* admitIn(3, 1, steps))).toEqual(["Admitted"])
      yield* store.settle(named(2), costing(1), evening)
      expect(refusedBy(yield* admitIn(4, 1, steps))).toEqual(["Admitted"])
      expect(refusedBy(yield* admitIn(5, 1, steps))).toEqual(["too_many_in_flight", "job"])
      yield* store.release(named(3), evening)
      expect(refusedBy(yield* admitIn(5, 1, steps))).toEqual(["Admitted"])
      yield* expectLaws([...all, runRef("job")], evening)
    })
  )

  promise("refuses first for what waiting does not help", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const steps = path("job", { limit_usd: 1, max_in_flight: 1 })
      const why = (asked: number, stated = steps) => Effect.map(admitIn(9, asked, stated), refusedBy)
      yield* admitIn(1, 1, steps)
      expect(yield* why(0.5)).toEqual(["too_many_in_flight", "job"])
      expect(yield* why(2)).toEqual(["budget_spent", "job"])
      yield* changeRun("job", { max_requests: 1 })
      expect(yield* why(2)).toEqual(["run_requests_spent", "job"])
      yield* changeRun("job", { ends_at: evening })
      expect(yield* why(2)).toEqual(["run_ended", "job"])
      yield* changeRun("job", { is_stopped: true })
      expect(yield* why(2)).toEqual(["run_stopped", "job"])
      expect(yield* why(2, path("job", { limit_usd: 3 }))).toEqual(["run_conflict", "job"])
      yield* changeRun("job", { max_requests: null, ends_at: null, is_stopped: false })
      yield* store.markUnknown(named(1), null, evening)
      expect(yield* why(0.5)).toEqual(["budget_spent", "job"])
    })
  )

  promise("admits and extends nothing in a stopped run and below it, and renews and settles what is in flight", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admitIn(1, 1, path("job"))
      yield* admitIn(2, 1, path("job/child"))
      yield* changeRun("job", { is_stopped: true })
      expect((yield* runAt("job")).version).toBe(1)
      for (const text of ["job", "job/child", "job/other"]) {
        expect(refusedBy(yield* admitIn(3, 1, path(text)))).toEqual(["run_stopped", "job"])
      }
      const extension = { hold: named(2), amount: usd(1), lease_seconds: 3600, fence: [], now: evening }
      expect(yield* store.extend(extension)).toMatchObject({ _tag: "Extended", hold: { amount: usd(1) } })
      expect(yield* store.extend({ ...extension, amount: usd(2) })).toMatchObject({
        _tag: "Refused",
        refusal: { reason: "run_stopped", run: "job" }
      })
      // The outermost one is named.
      yield* changeRun("job/child", { is_stopped: true })
      expect(refusedBy(yield* admitIn(3, 1, path("job/child")))).toEqual(["run_stopped", "job"])
      yield* store.settle(named(2), costing(2), evening)
      expect(countedIn(yield* runAt("job"))).toBe(usd(3))
      yield* changeRun("job", { is_stopped: false })
      expect(refusedBy(yield* admitIn(3, 1, path("job/child")))).toEqual(["run_stopped", "job/child"])
      yield* changeRun("job/child", { is_stopped: false })
      expect(refusedBy(yield* admitIn(3, 1, path("job/child")))).toEqual(["Admitted"])
      yield* expectLaws([...all, runRef("job"), runRef("job/child")], evening)
    })
  )

  promise("admits nothing in a run from its end on", () =>
    Effect.gen(function* () {
      const steps = path("job", { expires_in: 60 })
      yield* admitIn(1, 1, steps)
      const at = (number: number, now: number) => Effect.map(admitIn(number, 1, steps, { now }), refusedBy)
      expect(yield* at(2, evening + MINUTE - 1)).toEqual(["Admitted"])
      expect(yield* at(3, evening + MINUTE)).toEqual(["run_ended", "job"])
    })
  )

  promise("lists runs, newest charge first, by workspace, parent, state and page, with the number of those below", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const one = path("one", { expires_in: 3600 })
      yield* admitIn(1, 1, one)
      yield* admitIn(2, 1, path("one/a"), { now: evening + 1 })
      yield* admitIn(3, 1, path("one/b"), { now: evening + 2 })
      yield* admitIn(4, 1, path("two"), { now: evening + HOUR })
      const elsewhere = { organization_id: organization, workspace_id: WorkspaceId.make(organization) }
      const scopes = withRuns(anAdmission(5, 1).scopes, elsewhere, path("one"))
      yield* store.admit({ ...anAdmission(5, 1, { now: evening + 2 * HOUR }), scopes })
      const others = { organization_id: OrganizationId.make(workspace), workspace_id: workspace }
      const foreign = runScope(others, "one")
      const terms = yield* runAt("one")
      yield* store.setTerms({ ref: foreign }, { ...limited({}), run: terms.run }, evening)
      // Created and never charged: it counts from its creation.
      const created = { ...terms.run, created_at: evening + 30 * MINUTE, ends_at: null, is_stopped: true }
      yield* store.setTerms({ ref: runRef("idle") }, { ...limited({ lifetime: 3 }), run: created }, evening)
      const now = evening + HOUR
      const every = yield* listed({}, now)
      expect(every.data.map(({ children, scope: { ref } }) => [ref.subject, children])).toEqual([
        [`${organization}/one`, 0],
        [`${workspace}/two`, 0],
        [`${workspace}/idle`, 0],
        [`${workspace}/one/b`, 0],
        // An inner request charges the outer run, too. It was created before.
        [`${workspace}/one`, 2],
        [`${workspace}/one/a`, 0]
      ])
      expect(every.total_count).toBe(6)
      expect(every.data[4]?.scope).toEqual(yield* runAt("one"))
      expect(every.data[2]?.scope).toEqual(yield* runAt("idle"))
      expect((yield* listed({ organization_id: others.organization_id }, now)).total_count).toBe(1)
      const inWorkspace = { workspace_id: workspace }
      expect(yield* paths({ ...inWorkspace, parent: "top" }, now)).toEqual(["two", "idle", "one"])
      expect(yield* paths({ parent: runRef("one") }, now)).toEqual(["one/b", "one/a"])
      expect(yield* paths({ parent: runRef("none") }, now)).toEqual([])
      expect(yield* paths({ run: runRef("one/a") }, now)).toEqual(["one/a"])
      expect(yield* paths({ run: runRef("none") }, now)).toEqual([])
      expect(yield* paths({ ...inWorkspace, state: "open" }, now)).toEqual(["two", "one/b", "one/a"])
      expect(yield* paths({ state: "stopped" }, now)).toEqual(["idle"])
      expect(yield* paths({ state: "ended" }, now)).toEqual(["one"])
      expect(yield* paths({ state: "ended" }, now - 1)).toEqual([])
      const page = yield* listed(inWorkspace, now, { limit: 2, offset: 1 })
      expect([page.data.map(({ scope }) => scope.ref.subject), page.total_count]).toEqual([
        [`${workspace}/idle`, `${workspace}/one/b`],
        5
      ])
    })
  )
}
