import { join } from "node:path"
import { families } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"
import { expect, it } from "vitest"
import { inFolder, openAccount, rejection } from "./gates.js"

/** The names of the metrics on a page. */
const named = (page: string) => [...page.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)

const figure = (page: string, sample: string) =>
  Number(
    page
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1)
  )

it("metrics() shows what a gate on a file and its handlers have done, and of no other gate", () =>
  inFolder(async (folder) => {
    const gate = await Tollgate.open({ file: join(folder, "tollgate.db"), metrics: true })
    const other = await Tollgate.open({ memory: true, metrics: true })
    const { host, ordinary } = await openAccount(gate)
    const { data } = await gate.spending.authorize({ key: ordinary.key, amount: 0.5, model: "acme/writer" })
    await rejection(host.keys.get("0".repeat(64)))
    const handle = gate.webHandler()
    await handle(new Request("http://localhost/api/v1/key", { headers: { Authorization: `Bearer ${ordinary.key}` } }))
    await handle(new Request("http://localhost/api/v1/key"))

    const page = await gate.metrics()
    const expected = Object.values(families).filter((family) => family !== families.retries)
    expect(named(page)).toEqual(expected.map(({ name }) => name))
    expect(
      figure(page, 'tollgate_http_request_duration_seconds_count{method="GET",route="/api/v1/key",status="200"}')
    ).toBe(1)
    expect(figure(page, 'tollgate_refusals_total{operation="keys.getKey",reason="not_found"}')).toBe(1)
    expect([figure(page, "tollgate_holds_open"), figure(page, "tollgate_held_usd")]).toEqual([1, 0.5])
    expect(figure(page, "tollgate_storage_commit_duration_seconds_count")).toBeGreaterThan(2)
    expect(figure(page, "tollgate_sqlite_wal_bytes")).toBeGreaterThan(0)
    expect(figure(page, "tollgate_storage_queue_length")).toBe(0)

    await gate.spending.settle(data.id, { cost: 0.25 })
    const after = await gate.metrics()
    expect(figure(after, 'tollgate_spend_usd_total{source="own",basis="unstated"}')).toBe(0.25)
    expect(figure(after, "tollgate_holds_open")).toBe(0)
    expect(named(await other.metrics())).not.toContain("tollgate_operations_total")
    await gate.close()
    await other.close()
  }))

it("metrics() counts what runs and limits of open holds refuse by its reason, in process and over HTTP", async () => {
  const gate = await Tollgate.open({ memory: true, metrics: true })
  const { host, ordinary } = await openAccount(gate)
  const { key } = await gate.gatewayKeys.create()
  const { runs } = host.spending
  await runs.open("full", { max_in_flight: 1 })
  await runs.stop("stopped")
  const body = (id: string) => ({ key: ordinary.key, amount: 0.5, model: "acme/writer", run: [{ id }] })
  await gate.spending.authorize(body("full"))
  const handle = gate.webHandler()
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
  const post = (id: string) =>
    handle(new Request("http://localhost/api/v1/holds", { method: "POST", headers, body: JSON.stringify(body(id)) }))
  for (const id of ["full", "stopped"]) await rejection(gate.spending.authorize(body(id)))
  expect([(await post("full")).status, (await post("stopped")).status]).toEqual([429, 409])
  await rejection(runs.open("full", { max_in_flight: 2 }))
  const page = await gate.metrics()
  const counted = (operation: string, reason: string) =>
    figure(page, `tollgate_refusals_total{operation="${operation}",reason="${reason}"}`)
  expect(counted("spending.authorize", "too_many_in_flight")).toBe(2)
  expect(counted("spending.authorize", "run_stopped")).toBe(2)
  expect(counted("runs.openRun", "run_conflict")).toBe(1)
  expect(figure(page, 'tollgate_http_refusals_total{reason="too_many_in_flight"}')).toBe(1)
  expect(figure(page, 'tollgate_http_refusals_total{reason="run_stopped"}')).toBe(1)
  await gate.close()
})

it("metrics() rejects if the gate was opened without them", async () => {
  const gate = await Tollgate.open({ memory: true })
  expect(await rejection(gate.metrics())).toEqual(new TypeError("Open the store with metrics: true."))
  await gate.close()
})
