import { createHash } from "node:crypto"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, openAccount, rejection } from "./gates.js"

const PREFIX = "sk-or-v1-"
const alice = `${PREFIX}alice`
const keys = [{ secret_hash: createHash("sha256").update(alice).digest("hex"), name: "Alice" }]

describe("What a process has cached of requests", () => {
  bothWays(
    "does not extend the hold of a deleted key by the rules of the key that has its secret now",
    async ({ created, gate, host }) => {
      const { id } = created.organization
      const { hashes } = await gate.keys.import(id, { prefix: PREFIX, keys })
      const hold = await gate.spending.authorize({ key: alice, amount: 0.25, model: "acme/writer" })
      await hold.sent()
      await host.keys.delete(String(hashes[0]))
      expect(await rejection(hold.extend({ amount: 0.5 }))).toMatchObject({ key_state: "unknown" })
      const other = await gate.createOrganization({ name: "Other", owner_user_id: "o" })
      await gate.keys.import(other.organization.id, { prefix: PREFIX, keys })
      await gate.spending.authorize({ key: alice, amount: 0.25, model: "acme/writer" })
      expect(await rejection(hold.extend({ amount: 0.5 }))).toMatchObject({ key_state: "unknown" })
    }
  )

  it("lets a settlement count once, for the process that has stored it", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      await using one = await Tollgate.open({ file, metrics: true })
      await using two = await Tollgate.open({ file, metrics: true })
      const { ordinary } = await openAccount(one)
      const hold = await one.spending.authorize({ key: ordinary.key, amount: 0.25, model: "acme/writer" })
      await two.spending.settle(hold.data.id, { cost: 0.125 })
      await one.spending.settle(hold.data.id, { cost: 0.125 })
      const spent = (page: string) =>
        page.split("\n").filter((line) => /^tollgate_spend_usd_total.* 0\.125$/.test(line))
      expect([spent(await two.metrics()).length, spent(await one.metrics())]).toEqual([1, []])
    }))

  it("refuses no repetition because of the organization that a secret had before", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      await using one = await Tollgate.open({ file })
      await using two = await Tollgate.open({ file })
      const { created } = await openAccount(one)
      const other = await one.createOrganization({ name: "Other", owner_user_id: "o" })
      const { hashes } = await one.keys.import(created.organization.id, { prefix: PREFIX, keys })
      await one.spending.authorize({ key: alice, amount: 0.25, model: "acme/writer" })
      await two.asOrganization(created.organization.id).keys.delete(String(hashes[0]))
      await two.keys.import(other.organization.id, { prefix: PREFIX, keys })
      const hold = await two.spending.authorize({ key: alice, amount: 0.25, model: "acme/writer" })
      const repeated = await one.spending.authorize({
        key: alice,
        amount: 0.25,
        model: "acme/writer",
        id: hold.data.id
      })
      expect(repeated.repeated).toBe(true)
    }))

  it("does not refuse: a disabled key is refused as disabled, also where a price is unknown", async () => {
    await using gate = await Tollgate.open({ memory: true })
    const { host, ordinary } = await openAccount(gate)
    await gate.spending.authorize({ key: ordinary.key, amount: 0.25, model: "acme/writer" })
    await host.keys.update(ordinary.data.hash, { disabled: true })
    const request = { key: ordinary.key, usage: { input: 1, output: 1 }, model: "unknown", provider: "acme" }
    expect(await rejection(gate.spending.authorize(request))).toMatchObject({ key_state: "disabled" })
  })
})
