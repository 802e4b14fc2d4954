import { join } from "node:path"
import { holdIdAt } from "@tollgate/core/storage"
import { InvalidInput, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { inFolder, rejection } from "./gates.js"

const DAY = 86_400_000

/** A request of the past that was made without a hold. */
const requestOf = (key_hash: string, days: number) => {
  const at = Date.now() - days * DAY
  const id = holdIdAt(at, new Uint8Array(10))
  return { id, key_hash, cost: 0.25, credential_id: null, model: "acme/writer", at: new Date(at).toISOString() }
}

const openKey = async (gate: Tollgate) => {
  const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
  const { keys } = gate.asOrganization(organization.id)
  return { keys, hash: (await keys.create({ name: "Docs assistant" })).data.hash }
}

const tooOld = (days: number) =>
  new InvalidInput({
    issues: [{ path: ["id"], expected: `a UUIDv7 whose time is at most 24 hours ahead and at most ${days} days ago` }]
  })

describe("pruneLedger and prune", () => {
  it("delete the requests that are older than the retention, and the usage of keys stays", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const before = await Tollgate.open({ file })
      const { hash, keys } = await openKey(before)
      for (const days of [0, 1, 40, 41]) await before.spending.recordUsage(requestOf(hash, days))
      expect(await before.pruneLedger()).toEqual({ deleted: 0 })
      const usage = (await keys.get(hash)).usage
      await before.close()
      const gate = await Tollgate.open({ file, retentionDays: 32 })
      expect([await gate.pruneLedger(), await gate.pruneLedger()]).toEqual([{ deleted: 2 }, { deleted: 0 }])
      expect(await gate.prune()).toEqual({ ledger: 0, answers: 0, audit: 0 })
      const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
      expect([usage, (await gate.asOrganization(organization.id).keys.get(hash)).usage]).toEqual([1, 1])
      await gate.close()
    }))

  it("takes the retention of the gate, as the ids of requests do, in process and over HTTP", async () => {
    for (const [days, retentionDays] of [
      [32, 32],
      [400, undefined]
    ] as const) {
      const gate = await Tollgate.open({ memory: true, retentionDays })
      const { hash } = await openKey(gate)
      const { key } = await gate.gatewayKeys.create()
      expect(await rejection(gate.spending.recordUsage(requestOf(hash, days + 1)))).toEqual(tooOld(days))
      const handle = gate.webHandler()
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
      const body = JSON.stringify(requestOf(hash, days + 1))
      const answer = await handle(new Request("http://localhost/api/v1/usage", { method: "POST", headers, body }))
      expect([answer.status, (await answer.json()).error.metadata.issues]).toEqual([400, tooOld(days).issues])
      await gate.close()
    }
  })
})
