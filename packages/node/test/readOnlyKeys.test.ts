import { operations } from "@tollgate/http"
import { InvalidInput } from "@tollgate/node"
import { bodiesOf, parametersOf } from "@tollgate/testing"
import { describe, expect } from "vitest"
import { promiseMethods } from "../../../scripts/operationsTable.mjs"
import { everyWay } from "./everyWay.js"
import { rejection } from "./gates.js"

const methods = await promiseMethods()

const changing = operations.filter(({ access, changes }) => changes && access.includes("management"))

/** A value for each parameter of a path. That of any other is a UUID. */
const valueOf: Readonly<Record<string, string>> = {
  ...{ hash: "0".repeat(64), interval: "daily", path: "agents", slug: "support", user_id: "ada" }
}
const UUID = "01a19467-e800-7cc3-98c4-dc0c0c07398f"

describe("A read-only management key", () => {
  everyWay("reads, and no method that changes something does anything for it", async ({ account, host, target }) => {
    const { data, key } = await host.keys.create({ name: "Finance", management: true, read_only: true })
    const reader = target.withKey(key)
    expect(await reader.keys.current()).toMatchObject({ hash: data.hash, is_management_key: true, is_read_only: true })
    const before = await account.audit.list()
    expect(await reader.audit.list()).toEqual(before)
    expect(await reader.organization.get()).toEqual(await account.organization.get())
    expect(await reader.keys.budgets(data.hash)).toEqual([])
    for (const operation of changing) {
      const path = (methods.get(`${operation.resource}.${operation.name}`) ?? "").split(".")
      const [owner, method] = [path.slice(0, -1), path.at(-1) ?? ""]
      const methodsOf = owner.reduce<object>((object, name) => Reflect.get(object, name), reader)
      const names = parametersOf(operation).map((name) => valueOf[name] ?? UUID)
      const bodies = bodiesOf(operation, 1).map((body) => JSON.parse(body))
      const called = Reflect.get(methodsOf, method).call(methodsOf, ...names, ...bodies)
      const refusal = { _tag: "ReadOnlyKey", status: 403, reason: "read_only" }
      expect({ path, refusal: await rejection(called) }).toMatchObject({ path, refusal })
    }
    expect(await account.audit.list()).toEqual(before)
  })

  everyWay("is only a management key", async ({ account }) => {
    const refused = await rejection(account.keys.create({ name: "Mine", read_only: true }))
    expect(refused).toBeInstanceOf(InvalidInput)
    expect(refused).toMatchObject({
      issues: [{ path: ["read_only"], expected: "false, or true together with management: true" }]
    })
  })

  everyWay("is given no answer of another key under its idempotency key", async ({ account, host, target }) => {
    const once = { idempotencyKey: "twin" }
    const made = await account.keys.create({ name: "Twin" }, once)
    const { key } = await host.keys.create({ name: "Finance", management: true, read_only: true })
    const refused = await rejection(target.withKey(key).keys.create({ name: "Twin" }, once))
    expect(refused).toMatchObject({ _tag: "ReadOnlyKey" })
    expect(await account.keys.create({ name: "Twin" }, once)).toEqual(made)
  })
})
