import { operations, schemasOf } from "@tollgate/http"
import { Tollgate } from "@tollgate/node"
import { Option } from "effect"
import { expect, it } from "vitest"
import { localOperations } from "../src/localOperations.js"
import { openAccount } from "./gates.js"

it("Every operation with a query takes it in process, too", () => {
  const withQuery = operations.filter((operation) => Option.isSome(schemasOf(operation).urlParamsSchema))
  const deaf = withQuery.filter(({ name }) => localOperations.get(name)?.input?.part !== "urlParams")
  expect(withQuery.length).toBeGreaterThan(20)
  expect(deaf.map(({ name }) => name)).toEqual([])
})

it("Lists of webhooks and of their deliveries take a page and a state in process", async () => {
  const gate = await Tollgate.open({ memory: true, deliverAlerts: false })
  const { webhooks } = (await openAccount(gate)).host
  const { data } = await webhooks.create({ url: "https://hooks.example.com/a" })
  await webhooks.create({ url: "https://hooks.example.com/b" })
  expect(await webhooks.list({ limit: 1, offset: 2 })).toEqual({ data: [], total_count: 2 })
  const none = { data: [], total_count: 0 }
  expect([await webhooks.deliveries(data.id), await webhooks.deliveries(data.id, { state: "failed" })]).toEqual([
    none,
    none
  ])
  await gate.close()
})
