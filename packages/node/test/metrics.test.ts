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

it("metrics() rejects if the gate was opened without them", async () => {
  const gate = await Tollgate.open({ memory: true })
  expect(await rejection(gate.metrics())).toEqual(new TypeError("Open the store with metrics: true."))
  await gate.close()
})
