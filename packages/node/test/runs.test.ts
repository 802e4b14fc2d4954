import * as Node from "@tollgate/node"
import { describe, expect } from "vitest"
import { everyStorage, everyWay } from "./everyWay.js"
import { rejection, time } from "./gates.js"

const NOBODY = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"

const nothing = {
  state: "open",
  max_in_flight: null,
  max_requests: null,
  spent: 0,
  held: 0,
  unknown: 0,
  in_flight: 0,
  requests: 0,
  created_at: time,
  last_charged_at: null,
  ends_at: null,
  children: 0
}

describe("the runs of an account", () => {
  everyWay("are opened, listed, changed, stopped and resumed", async ({ account, created, isRemote }) => {
    const { runs } = account.spending
    const workspace_id = created.workspace.id
    const job = await runs.open("job-7", { limit_usd: 5 })
    const data = { ...nothing, path: "job-7", workspace_id, limit_usd: 5, remaining: 5 }
    expect(job).toBeInstanceOf(Node.OpenRun)
    expect({ ...job }).toEqual({ data, repeated: false })
    expect({ ...(await runs.open("job-7")) }).toEqual({ data, repeated: true })
    const researcher = await job.child("researcher:1", { limit_usd: 9, max_requests: 3 })
    const below = { ...data, path: "job-7/researcher:1", limit_usd: 9, remaining: 9, max_requests: 3 }
    expect({ ...researcher }).toEqual({ data: below, repeated: false })
    expect(await researcher.remaining()).toBe(5)
    expect(await (await runs.open("job-8")).remaining()).toBe(null)
    expect(await runs.get("job-7/researcher:1")).toEqual(below)
    const listed = { data: [below], total_count: 1 }
    expect(await runs.list({ parent: "job-7" })).toEqual(listed)
    expect(await runs.list({ parent: "job-7", state: "stopped" })).toEqual({ data: [], total_count: 0 })
    const updated = { ...data, limit_usd: 7.5, remaining: 7.5, children: 1 }
    expect(await runs.update("job-7", { limit_usd: 7.5 })).toEqual(updated)
    expect(await researcher.remaining()).toBe(7.5)
    expect(await runs.stop("job-7", { reason: "It loops." })).toEqual({ ...updated, state: "stopped" })
    expect(await runs.stop("job-7")).toEqual({ ...updated, state: "stopped" })
    expect(await runs.resume("job-7")).toEqual(updated)

    const refused = async (call: Promise<unknown>, tag: string, fields: object) => {
      const error = await rejection(call)
      expect(error).toMatchObject({ _tag: tag, ...fields })
      if (!isRemote) expect(error).toBeInstanceOf(Reflect.get(Node, tag))
    }
    await refused(runs.open("job-7", { limit_usd: 1 }), "RunRefused", {
      reason: "run_conflict",
      run: "job-7",
      message: "The run job-7 has other limits than those that are stated."
    })
    for (const id of ["k/l", "", "..", "a b", undefined]) {
      // @ts-expect-error what plain JavaScript may state.
      await refused(job.child(id), "InvalidInput", { issues: [{ path: ["id"] }] })
    }
    // @ts-expect-error what plain JavaScript may state.
    await refused(runs.update("job-7"), "InvalidInput", {})
    await refused(runs.open("job-9/a"), "RunRefused", { reason: "run_not_found", run: "job-9" })
    await refused(runs.open(".."), "InvalidInput", { issues: [{ path: ["path"] }] })
    await refused(runs.open("a b"), "InvalidInput", { issues: [{ path: ["path"] }] })
    await refused(runs.get("job-9"), "RunNotFound", { run: "job-9" })
    await refused(runs.get("job-7", { workspace_id: NOBODY }), "WorkspaceNotFound", {})
    await refused(runs.update("job-9", {}), "RunNotFound", { run: "job-9" })
    await refused(runs.resume("job-9"), "RunNotFound", { run: "job-9" })
    await refused(runs.stop("job-9/a"), "RunRefused", { reason: "run_not_found" })
    await refused(runs.list({ organization_id: NOBODY }), "InvalidInput", { issues: [{ path: ["organization_id"] }] })
  })

  everyWay("do work: what it asks for is in the run, also after the limits have changed", async (entered) => {
    const { account, created, gate, host, ordinary, target } = entered
    const gateway = target.withGatewayKey((await gate.gatewayKeys.create()).key)
    const askOf = (spending: Pick<Node.Spending, "authorize">) => async () => {
      const { budgets } = await spending.authorize({ key: ordinary.key, amount: 0.25, model: "acme/writer" })
      return budgets.flatMap(({ limit, scope }) => (scope === "run" ? [limit] : [])).sort()
    }
    const ask = askOf(gateway.spending)
    const job = await account.spending.runs.open("job-7", { limit_usd: 5 })
    const child = await job.child("researcher", { limit_usd: 2 })
    expect([job, child].map((run) => run instanceof Node.BoundRun)).toEqual([true, true])
    await account.spending.runs.update("job-7", { limit_usd: 6 })
    // A hold shows the limits of its runs.
    const both = [2, 6]
    const asked = await job.with(async () => [await ask(), await child.with(ask), await ask()])
    expect(asked).toEqual([[6], both, [6]])
    expect([await child.with(ask), await ask()]).toEqual([both, []])
    expect(await rejection(child.with(() => job.with(ask)))).toBeInstanceOf(Node.InvalidInput)
    expect(await job.remaining()).toBe(5)

    const place = { organization_id: created.organization.id }
    const opened = [await host.spending.runs.open("job-7"), await gate.spending.runs.open("job-7", place)]
    for (const run of [...opened, await (opened[1] ?? job).child("researcher")]) {
      expect(await run.with(askOf(host.spending))).toEqual(run.data.path === "job-7" ? [6] : both)
    }
  })

  everyWay("are kept apart from those of other organizations, and from holders of ordinary keys", async (entered) => {
    const { account, enterAnother, user } = entered
    const other = await enterAnother()
    await account.spending.runs.open("job-7", { limit_usd: 5 })
    await other.account.spending.runs.open("job-7", { limit_usd: 6 })
    await other.account.spending.runs.stop("job-7")
    expect(await account.spending.runs.get("job-7")).toMatchObject({ state: "open", limit_usd: 5 })
    const { runs } = user.spending
    for (const call of [() => runs.list(), () => runs.open("a"), () => runs.stop("job-7")]) {
      expect(await rejection(call())).toMatchObject({ _tag: "ManagementKeyRequired" })
    }
  })

  everyStorage("are created once by openings and requests at once, and keep a stop and a change", async (entered) => {
    const { account, gate, ordinary } = entered
    const { runs } = account.spending
    const limits = { limit_usd: 5, max_requests: 100 }
    const run = [{ id: "job-7", ...limits }, { id: "a" }]
    const [opened, holds] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => runs.open("job-7", limits))),
      Promise.all(
        Array.from({ length: 6 }, () =>
          gate.spending.authorize({ key: ordinary.key, amount: 0.5, model: "acme/writer", run })
        )
      )
    ])
    expect(opened.filter(({ repeated }) => !repeated).length).toBeLessThanOrEqual(1)
    expect(holds).toHaveLength(6)
    expect(await runs.list()).toMatchObject({ total_count: 2 })
    const counted = { ...limits, held: 3, requests: 6, in_flight: 6, remaining: 2, children: 1 }
    expect(await runs.get("job-7")).toMatchObject(counted)
    await Promise.all([
      runs.update("job-7", { limit_usd: 6 }),
      runs.stop("job-7"),
      runs.update("job-7", { max_requests: 7 }),
      ...holds.map(({ data }) => gate.spending.settle(data.id, { cost: 0.25 }))
    ])
    const after = { state: "stopped", limit_usd: 6, max_requests: 7, spent: 1.5, held: 0, in_flight: 0 }
    expect(await runs.get("job-7")).toMatchObject(after)
  })

  everyStorage("do once what is repeated under an idempotency key", async ({ account }) => {
    const { runs } = account.spending
    const named = { idempotencyKey: "one" }
    const first = await runs.open("job-7", { limit_usd: 5 }, named)
    await runs.update("job-7", { limit_usd: 6 })
    expect(await runs.open("job-7", { limit_usd: 5 }, named)).toEqual(first)
  })

  everyWay("stay stopped when an earlier resume is repeated under its idempotency key", async (entered) => {
    const { account, created, gate, target } = entered
    const organization_id = created.organization.id
    const one = await gate.gatewayKeys.create({ organization_id })
    const all = await gate.gatewayKeys.create()
    const senders = [account, target.withGatewayKey(one.key), target.withGatewayKey(all.key), gate]
    for (const { runs } of senders.map(({ spending }) => spending)) {
      const resume = () => runs.resume("job-7", { organization_id }, { idempotencyKey: "resume" })
      await runs.stop("job-7", { organization_id })
      const resumed = await resume()
      expect(resumed.state).toBe("open")
      const stop = () => runs.stop("job-7", { organization_id }, { idempotencyKey: "stop" })
      const stopped = await stop()
      expect(await resume()).toEqual(resumed)
      expect((await runs.get("job-7", { organization_id })).state).toBe("stopped")
      await runs.resume("job-7", { organization_id })
      expect(await stop()).toEqual(stopped)
      expect((await runs.get("job-7", { organization_id })).state).toBe("open")
      const other = runs.stop("job-7", { organization_id, reason: "It loops." }, { idempotencyKey: "stop" })
      expect(await rejection(other)).toBeInstanceOf(Node.IdempotencyKeyReused)
    }
  })

  everyStorage("admit what waits for room after a change under an idempotency key", async (entered) => {
    const { account, gate, ordinary } = entered
    await account.spending.runs.open("job-7", { limit_usd: 1 })
    const request = { key: ordinary.key, amount: 1, model: "acme/writer", run: [{ id: "job-7" }] }
    await gate.spending.authorize(request)
    const waiting = gate.spending.authorize(request, { waitFor: "1 minute" })
    await account.spending.runs.update("job-7", { limit_usd: 2 }, { idempotencyKey: "one" })
    expect((await waiting).repeated).toBe(false)
  })
})

describe("the runs of a gate", () => {
  everyStorage(
    "are stopped no longer once their workspace is deleted, so that they can be deleted",
    async ({ account }) => {
      const { runs } = account.spending
      const { id: workspace_id } = await account.workspaces.create({ slug: "research", name: "Research" })
      const stay = await runs.open("job-7", { limit_usd: 5 })
      await runs.stop("job-7")
      const gone = await runs.open("job-7", { limit_usd: 3, max_in_flight: 2, max_requests: 9, workspace_id })
      await gone.child("researcher")
      for (const path of ["job-7", "job-7/researcher"]) await runs.stop(path, { workspace_id })
      await account.workspaces.delete(workspace_id)
      expect((await runs.list({ state: "stopped" })).data).toEqual([{ ...stay.data, state: "stopped" }])
      const { data } = await runs.list({ workspace_id })
      expect(data).toContainEqual({ ...gone.data, children: 1 })
      expect(data.map(({ path, state }) => [path, state]).sort()).toEqual([
        ["job-7", "open"],
        ["job-7/researcher", "open"]
      ])
    }
  )

  everyStorage("are those of the organization that each call states", async ({ created, gate, ordinary }) => {
    const { runs } = gate.spending
    const organization_id = created.organization.id
    const job = await runs.open("job-7", { limit_usd: 2, organization_id })
    const child = await job.child("researcher")
    const run = [{ id: "job-7" }, { id: "researcher" }]
    const hold = await gate.spending.authorize({ key: ordinary.key, amount: 1.5, model: "acme/writer", run })
    expect(await child.remaining()).toBe(0.5)
    const waiting = gate.spending.authorize(
      { key: ordinary.key, amount: 1, model: "acme/writer", run },
      { waitFor: "1 minute" }
    )
    await runs.update("job-7", { limit_usd: 3, organization_id })
    expect((await waiting).data.amount).toBe(1)
    expect(await runs.stop("job-7", { organization_id })).toMatchObject({ state: "stopped", in_flight: 2 })
    await gate.spending.settle(hold.data.id, { cost: 1.25 })
    expect(await runs.get("job-7", { organization_id })).toMatchObject({ spent: 1.25, held: 1, remaining: 0.75 })
    const refused = await rejection(gate.spending.extend((await waiting).data.id, { amount: 1.5 }))
    expect(refused).toMatchObject({ _tag: "RunRefused", reason: "run_stopped", run: "job-7" })
    await runs.resume("job-7", { organization_id })
    expect((await runs.list({ organization_id })).total_count).toBe(2)
    expect(await rejection(runs.list())).toMatchObject({
      _tag: "InvalidInput",
      issues: [{ path: ["organization_id"] }]
    })
    expect(await rejection(runs.open("a"))).toMatchObject({ _tag: "InvalidInput" })
    // @ts-expect-error what plain JavaScript may state.
    expect(await rejection(runs.update("job-7"))).toMatchObject({ _tag: "InvalidInput" })
    expect(await rejection(runs.open("a", { organization_id: NOBODY }))).toMatchObject({ _tag: "OrganizationNotFound" })
  })

  everyStorage("are read and stopped by a gateway key", async ({ created, gate }) => {
    const organization_id = created.organization.id
    const { key } = await gate.gatewayKeys.create({ organization_id: null })
    const { runs } = gate.withGatewayKey(key).spending
    await gate.spending.runs.open("job-7", { organization_id })
    expect(await runs.stop("job-7", { organization_id })).toMatchObject({ state: "stopped" })
    expect(await runs.list({ organization_id, state: "stopped" })).toMatchObject({ total_count: 1 })
    expect(await rejection(runs.get("job-7"))).toMatchObject({ _tag: "InvalidInput" })
  })
})
