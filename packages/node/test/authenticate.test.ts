import { InvalidCredential } from "@tollgate/node"
import { describe, expect } from "vitest"
import { bothWays, rejection, time } from "./gates.js"

describe("gate.authenticate", () => {
  bothWays("returns the holder of a key, and the key with its limit and usage", async (account) => {
    const { created, gate, host, manager, ordinary, user } = account
    const { organization, workspace } = created
    const { hash } = ordinary.data
    await host.keys.update(hash, { limit: 25, limit_reset: "weekly" })
    await host.keys.recordUsage(hash, { usage: 0.25 })
    const where = { organization_id: organization.id, workspace_id: workspace.id, user_id: "owner" }
    const presented = await gate.authenticate(ordinary.key)
    const { budgets, ...key } = await user.keys.current()
    expect(presented).toEqual({ ...where, kind: "ordinary", key })
    expect(budgets).toEqual([
      {
        scope: "key",
        window: "weekly",
        limit: 25,
        boost: 0,
        spent: 0.25,
        held: 0,
        unknown: 0,
        remaining: 24.75,
        resets_at: time
      }
    ])
    expect(presented.key).toMatchObject({ hash, limit: 25, limit_remaining: 24.75, is_management_key: false })
    const { budgets: none, ...managing } = await manager.keys.current()
    expect(await gate.authenticate(created.key)).toEqual({ ...where, kind: "management", key: managing })
    expect(none).toEqual([])
  })

  bothWays("rejects an invalid or disabled key, from the next call on", async ({ gate, host, ordinary }) => {
    const { data, key } = ordinary
    const refused = [key.slice(0, -1), `${key}x`, "", data.hash, "tg_sk_00000000000000000000000000000000000000000000"]
    for (const secret of refused) expect(await rejection(gate.authenticate(secret))).toEqual(new InvalidCredential())
    await host.keys.update(data.hash, { disabled: true })
    expect(await rejection(gate.authenticate(key))).toBeInstanceOf(InvalidCredential)
    await host.keys.update(data.hash, { disabled: false })
    expect((await gate.authenticate(key)).key.hash).toBe(data.hash)
    await host.keys.delete(data.hash)
    expect(await rejection(gate.authenticate(key))).toBeInstanceOf(InvalidCredential)
  })

  bothWays("ends when its signal is aborted", async ({ gate, ordinary }) => {
    const reason = new Error("no longer needed")
    const call = gate.authenticate(ordinary.key, { signal: AbortSignal.abort(reason) })
    expect(await rejection(call)).toBe(reason)
  })
})
