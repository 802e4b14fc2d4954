import { describe, expect } from "@effect/vitest"
import {
  GatewayCaller,
  InvalidInput,
  KeyHash,
  listAuditEntries,
  pruneLedger,
  RunNotFound,
  RunRefused,
  waitForHeadroom
} from "@tollgate/core"
import { aHold, travel, travelTo } from "@tollgate/testing"
import { DateTime, Duration, Effect, Fiber } from "effect"
import { usd } from "../spending/support/samples.js"
import { asHost } from "../spending/support/spender.js"
import { inMemory, inMemoryOnce } from "../support/account.js"
import { openRunner, steps, watches } from "./support/runner.js"

const noon = "2026-05-31T12:00:00.000Z"

describe("stopRun and resumeRun", () => {
  inMemory("admit nothing in it and below it, until it is resumed, and settle what is in flight", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const { ask, extend, get, open, resume, settle, stop } = yield* openRunner()
      yield* open("job-7", { limit_usd: 5 })
      yield* open("job-7/researcher")
      const { data } = yield* ask("job-7/researcher")
      const stopped = { ...(yield* get("job-7")), state: "stopped" }
      expect(yield* stop("job-7", { reason: "It loops." })).toEqual(stopped)
      expect(yield* stop("job-7")).toEqual(stopped)
      const refusal = new RunRefused({ reason: "run_stopped", run: "job-7", stored: null, stated: null })
      for (const path of ["job-7", "job-7/researcher", "job-7/new"])
        expect(yield* Effect.flip(ask(path))).toEqual(refusal)
      expect(yield* Effect.flip(extend(data.id, { amount: usd(2) }))).toEqual(refusal)
      yield* extend(data.id)
      yield* settle(data.id, { cost: usd(3) })
      expect(yield* resume("job-7")).toMatchObject({ state: "open", spent: usd(3), in_flight: 0, children: 1 })
      expect(yield* resume("job-7")).toMatchObject({ state: "open" })
      yield* ask("job-7/researcher")
    })
  )

  inMemory("leave a run below a stopped one refused when it is resumed itself", () =>
    Effect.gen(function* () {
      const { ask, open, resume, stop } = yield* openRunner()
      yield* open("job-7")
      yield* open("job-7/researcher")
      yield* stop("job-7/researcher")
      yield* ask("job-7")
      yield* stop("job-7")
      expect(yield* resume("job-7/researcher")).toMatchObject({ state: "open" })
      expect(yield* Effect.flip(ask("job-7/researcher"))).toMatchObject({ reason: "run_stopped", run: "job-7" })
    })
  )

  inMemory("create a stopped run if it does not exist, below one that does", () =>
    Effect.gen(function* () {
      const { ask, get, open, resume, stop } = yield* openRunner()
      expect(yield* Effect.flip(stop("job-7/researcher"))).toMatchObject({ reason: "run_not_found", run: "job-7" })
      expect(yield* stop("job-7")).toMatchObject({ path: "job-7", state: "stopped", limit_usd: null, requests: 0 })
      expect(yield* Effect.flip(ask("job-7"))).toMatchObject({ reason: "run_stopped" })
      expect(yield* stop("job-7/researcher")).toMatchObject({ state: "stopped" })
      expect(yield* open("job-7")).toMatchObject({ repeated: true, data: { state: "stopped" } })
      expect(yield* Effect.flip(resume("job-8"))).toMatchObject({ _tag: "RunNotFound", run: "job-8" })
      expect(yield* Effect.flip(get("job-8"))).toMatchObject({ _tag: "RunNotFound", run: "job-8" })
      expect(yield* Effect.flip(stop(".."))).toEqual(RunNotFound.of(null))
    })
  )

  inMemory("are audited with their reasons, those of a gateway as the host's, and only if they change something", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const { asManager, managementHash, organization, resume, stop, workspace } = yield* openRunner()
      const holder = { organizationId: organization.id, keyHash: KeyHash.make("0".repeat(64)) }
      const gateway = watches(holder)
      yield* gateway.stop("job-7", { reason: "It loops." })
      yield* gateway.stop("job-7", { reason: "Again." })
      yield* resume("job-7")
      yield* resume("job-7")
      yield* stop("job-7")
      yield* Effect.exit(stop("job-8/researcher"))
      const { data } = yield* asManager(listAuditEntries({ object: "job-7", limit: 50, offset: 0 }))
      const entry = (actor_kind: string, actor_hash: string | null, action: string, fields: object) =>
        expect.objectContaining({
          actor_kind,
          actor_hash,
          action,
          object: "job-7",
          changes: { workspace_id: workspace.id, ...fields }
        })
      expect(data).toEqual([
        entry("management", managementHash, "runs.stopRun", {}),
        entry("management", managementHash, "runs.resumeRun", {}),
        entry("host", null, "runs.stopRun", { reason: "It loops." })
      ])
    })
  )

  inMemory("require the organization of a gateway for all of them, and find no run of another one", () =>
    Effect.gen(function* () {
      const { open, organization } = yield* openRunner()
      const other = yield* openRunner("Other")
      yield* open("job-7", { limit_usd: 5 })
      const all = watches(asHost)
      const expected = "the organization of the run, because the key is for all organizations"
      const unnamed = new InvalidInput({ issues: [{ path: ["organization_id"], expected }] })
      for (const act of [all.get("job-7"), all.stop("job-7"), all.resume("job-7")]) {
        expect(yield* Effect.flip(act)).toEqual(unnamed)
      }
      expect(yield* Effect.flip(all.list())).toEqual(unnamed)
      const own = { organization_id: organization.id }
      expect(yield* all.stop("job-7", own)).toMatchObject({ state: "stopped", limit_usd: usd(5) })
      expect((yield* all.list(own)).total_count).toEqual(1)
      expect(yield* Effect.flip(all.get("job-7", { organization_id: other.organization.id }))).toMatchObject({
        _tag: "RunNotFound"
      })
      expect(yield* Effect.flip(other.get("job-7"))).toMatchObject({ _tag: "RunNotFound" })
      expect(yield* Effect.flip(other.get("job-7", own))).toMatchObject({ _tag: "InvalidInput" })
      yield* other.stop("job-7")
      yield* all.resume("job-7", own)
      expect(yield* other.get("job-7")).toMatchObject({ state: "stopped", limit_usd: null })
    })
  )

  inMemory("end the retention of a stopped run", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const { ask, get, open, release, resume, stop } = yield* openRunner()
      yield* open("job-7")
      yield* release((yield* ask("job-7")).data.id)
      yield* stop("job-7")
      yield* travelTo(DateTime.unsafeMake(noon).pipe(DateTime.addDuration(Duration.days(40)), DateTime.formatIso))
      yield* open("job-8")
      yield* release((yield* ask("job-8")).data.id)
      yield* pruneLedger
      expect(yield* resume("job-7")).toMatchObject({ state: "open" })
      yield* pruneLedger
      expect(yield* Effect.flip(get("job-7"))).toMatchObject({ _tag: "RunNotFound" })
    })
  )

  inMemoryOnce("let requests that wait be judged again", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const { ask, open, ordinaryKey, stop, update } = yield* openRunner()
      yield* open("job-7", { limit_usd: 1 })
      yield* open("job-8", { limit_usd: 1 })
      const waiting = (path: string) =>
        waitForHeadroom(aHold(ordinaryKey, { amount: 1, run: steps(path) }), "10 minutes").pipe(
          Effect.provideService(GatewayCaller, asHost),
          Effect.fork,
          Effect.zipLeft(travel("1 milli"))
        )
      yield* ask("job-7")
      yield* ask("job-8")
      const [seven, eight] = [yield* waiting("job-7"), yield* waiting("job-8")]
      yield* update("job-7", { limit_usd: 2 })
      expect(yield* Fiber.join(seven)).toMatchObject({ data: { state: "open" } })
      yield* stop("job-8")
      expect(yield* Effect.flip(Fiber.join(eight))).toMatchObject({ reason: "run_stopped" })
    })
  )
})
