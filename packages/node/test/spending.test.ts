import { HoldEnded, HoldNotFound, InvalidInput, KeyNotFound, KeyRefused, PriceUnknown } from "@tollgate/node"
import { describe, expect } from "vitest"
import { bothWays, rejection, time } from "./gates.js"

const ABSENT = "0197a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"
const holdId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

describe("spending", () => {
  bothWays("sets an amount aside, and settles it with the cost", async ({ created, gate, host }) => {
    const { data, key } = await host.keys.create({ name: "Spender", limit: 1 })
    const { hash } = data
    const authorized = await gate.spending.authorize({
      key,
      amount: 0.25,
      models: ["acme/writer"],
      labels: { team: "docs" }
    })
    const { id } = authorized.data
    const hold = {
      id: holdId,
      state: "open",
      amount: 0.25,
      cost: null,
      is_byok: false,
      key_hash: hash,
      workspace_id: created.workspace.id,
      user_id: "owner",
      models: ["acme/writer"],
      provider: null,
      credential_id: null,
      basis: null,
      labels: { team: "docs" },
      instance: null,
      opened_at: time,
      sent_at: null,
      lease_ends_at: time,
      ended_at: null,
      corrections: 0,
      flags: []
    }
    expect(authorized).toEqual({
      data: hold,
      repeated: false,
      plan: { credentials: [{ id: null, provider: null, name: null, label: null }], left_out: [] },
      providers: null,
      key_holder: expect.objectContaining({ kind: "ordinary", user_id: "owner" }),
      budgets: [
        {
          scope: "key",
          window: "lifetime",
          limit: 1,
          boost: 0,
          spent: 0,
          held: 0.25,
          unknown: 0,
          remaining: 0.75,
          resets_at: null
        }
      ]
    })
    expect(await gate.spending.get(id)).toEqual({ data: hold, corrections: [] })
    expect(await gate.spending.sent(id)).toEqual({ ...hold, sent_at: time })
    expect(await gate.spending.extend(id, { amount: 0.5 })).toEqual({ ...hold, amount: 0.5, sent_at: time })
    const settled = {
      ...hold,
      amount: 0.5,
      sent_at: time,
      state: "settled",
      cost: 0.125,
      basis: "provider",
      ended_at: time
    }
    expect(await gate.spending.settle(id, { cost: 0.125, basis: "provider" })).toEqual(settled)
    expect(await gate.spending.settle(id, { cost: 0.5 })).toEqual(settled)
    expect(await rejection(gate.spending.extend(id))).toBeInstanceOf(HoldEnded)
  })

  bothWays("admits nothing beyond a limit, and what was released again", async ({ gate, host }) => {
    const { key } = await host.keys.create({ name: "Spender", limit: 1 })
    const ask = (amount: number) => gate.spending.authorize({ key, amount, models: ["acme/writer"] })
    const { data } = await ask(0.75)
    expect(await rejection(ask(0.5))).toMatchObject({
      _tag: "BudgetExceeded",
      reason: "budget_held",
      budgets: [{ scope: "key", window: "lifetime" }]
    })
    expect((await gate.spending.release(data.id)).state).toBe("released")
    const second = await ask(0.5)
    expect((await gate.spending.markUnknown(second.data.id)).state).toBe("unknown")
    expect(await rejection(ask(0.75))).toMatchObject({ _tag: "BudgetExceeded", reason: "budget_spent" })
    expect((await gate.spending.settle(second.data.id, { cost: 0 })).state).toBe("settled")
    expect((await ask(1)).data.amount).toBe(1)
  })

  bothWays("prices a usage by the price book, and leaves one without a price unknown", async ({ gate, host }) => {
    const { key } = await host.keys.create({ name: "Spender" })
    await gate.prices.replace([{ provider: "openai", model: "writer", rates: { input: 1, output: 2 } }])
    const usage = { input: 1_000_000, output: 500_000 }
    const ask = (model: string) => gate.spending.authorize({ key, usage, provider: "openai", models: [model] })
    const { data } = await ask("writer-2026-05-01")
    expect(data.amount).toBe(2)
    expect(await rejection(ask("reader"))).toEqual(
      new PriceUnknown({ provider: "openai", model: "reader", providers: [] })
    )
    const settled = { state: "settled", cost: 1.5, basis: "table", flags: [] }
    expect(await gate.spending.settle(data.id, { usage: { input: 1_500_000 }, model: "writer" })).toMatchObject(settled)
    const { data: other } = await gate.spending.authorize({ key, amount: 1, provider: "openai", models: ["reader"] })
    const unknown = { state: "unknown", cost: null, flags: ["price_missing"] }
    expect(await gate.spending.settle(other.id, { usage })).toMatchObject(unknown)
    expect(await gate.spending.settle(other.id, { cost: 0.5 })).toMatchObject({
      state: "settled",
      cost: 0.5,
      flags: []
    })
  })

  bothWays("records requests that were made without a hold, once each", async ({ created, gate, host }) => {
    const { data } = await host.keys.create({ name: "Spender", limit: 1 })
    const time = Date.now().toString(16).padStart(12, "0")
    const [id, other] = ["b", "c"].map((end) => `${time.slice(0, 8)}-${time.slice(8)}-7e5f-8a6b-7c8d9e0f1a2${end}`)
    const usage = { id: String(id), key_hash: data.hash, cost: 1.5 }
    const recorded = await gate.spending.recordUsage(usage)
    expect(recorded).toMatchObject({ id, state: "settled", cost: 1.5, workspace_id: created.workspace.id })
    expect(await gate.spending.recordUsage({ ...usage, cost: 9 })).toEqual(recorded)
    expect((await host.keys.get(data.hash)).limit_remaining).toBe(-0.5)
    const { organization } = await gate.createOrganization({ name: "Other", owner_user_id: "eve" })
    const stranger = gate.asOrganization(organization.id).spending
    expect(await rejection(stranger.recordUsage({ ...usage, id: String(other) }))).toBeInstanceOf(KeyNotFound)
    expect(await rejection(gate.spending.recordUsage({ ...usage, id: String(other), cost: -1 }))).toBeInstanceOf(
      InvalidInput
    )
  })

  bothWays("tells the host why a key cannot spend", async ({ created, gate, host }) => {
    const disabled = await host.keys.create({ name: "Disabled" })
    await host.keys.update(disabled.data.hash, { disabled: true })
    const gateway = await gate.gatewayKeys.create()
    const states = [
      ["unknown", "tg_sk_nonsense"],
      ["disabled", disabled.key],
      ["management", created.key],
      ["gateway", gateway.key]
    ] as const
    for (const [key_state, key] of states) {
      const refused = await rejection(gate.spending.authorize({ key, amount: 1, models: ["acme/writer"] }))
      expect(refused).toEqual(new KeyRefused({ key_state }))
    }
    const input = await rejection(gate.spending.authorize({ key: "tg_sk_nonsense", amount: 0, models: [] }))
    expect(input).toBeInstanceOf(InvalidInput)
  })

  bothWays("of an organization knows no hold of another", async ({ created, gate, ordinary }) => {
    const { organization } = await gate.createOrganization({ name: "Other", owner_user_id: "eve" })
    const other = gate.asOrganization(organization.id).spending
    const own = gate.asOrganization(created.organization.id).spending
    const request = { key: ordinary.key, amount: 1, models: ["acme/writer"] }
    expect(await rejection(other.authorize(request))).toEqual(new KeyRefused({ key_state: "unknown" }))
    const { data } = await own.authorize(request)
    const acts = [
      (id: string) => other.get(id),
      (id: string) => other.sent(id),
      (id: string) => other.extend(id),
      (id: string) => other.settle(id, { cost: 1 }),
      (id: string) => other.release(id),
      (id: string) => other.markUnknown(id)
    ]
    for (const act of acts) {
      for (const id of [data.id, ABSENT, "no id"]) expect(await rejection(act(id))).toBeInstanceOf(HoldNotFound)
    }
    expect(await own.get(data.id)).toEqual({ data, corrections: [] })
  })
})
