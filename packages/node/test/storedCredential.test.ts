import type { NewHold, Tollgate } from "@tollgate/node"
import { describe, expect } from "vitest"
import { type Account, bothWays, rejection } from "./gates.js"

/** What the provider's answer costs, in USD. */
const COST = 0.25

async function* provider() {
  yield { text: "Hello, " }
  yield { text: "world" }
  yield { text: "", usage: { cost: COST } }
}

/** A key with a limit of $1, in a workspace that stores one credential of its own. */
const openTenant = async ({ host }: Account, include_byok_in_limit = false) => {
  const credential = await host.byok.create({ provider: "openai", key: "sk-proj-an-invented-secret" })
  const { data, key } = await host.keys.create({ name: "Spender", limit: 1, include_byok_in_limit })
  return { credential_id: credential.id, hash: data.hash, key }
}

type Asked = Omit<NewHold, "amount" | "models">
type Served = NonNullable<Parameters<Awaited<ReturnType<Tollgate["spending"]["authorize"]>>["sent"]>[0]>

/** One request, as the README makes it. */
const ask = async (gate: Tollgate, asked: Asked, served?: Served) => {
  await using hold = await gate.spending.authorize({ ...asked, amount: COST, models: ["acme/writer"] })
  await hold.sent(served)
  const answer = hold.meter(provider(), {
    tokens: ({ text }) => text.length,
    cost: (tokens) => tokens * 0.00001,
    settlement: ({ usage }) => usage && { cost: usage.cost, basis: "provider" }
  })
  for await (const { text } of answer) expect(text).toBeTypeOf("string")
  return hold.data.id
}

/** How many of 12 requests, one after another, are admitted, and what the others are refused with. */
const inALoop = async (gate: Tollgate, asked: Asked, served?: Served) => {
  const ids: Array<string> = []
  for (let request = 0; request < 12; request++) {
    const id = await ask(gate, asked, served).catch(({ _tag }) => expect(_tag).toBe("BudgetExceeded"))
    if (typeof id === "string") ids.push(id)
  }
  return ids
}

const spent = async ({ host }: Account, hash: string) => {
  const { byok_usage, usage } = await host.keys.get(hash)
  return { byok_usage, usage }
}

describe("A key with a limit, whose workspace stores a credential", () => {
  bothWays("is admitted to its limit by the README's flow, on the gateway's own credential", async (account) => {
    const { gate } = account
    const { hash, key } = await openTenant(account)
    const ids = await inALoop(gate, { key })
    expect(ids).toHaveLength(4)
    expect(await spent(account, hash)).toEqual({ byok_usage: 0, usage: 1 })
    const holds = await Promise.all(ids.map((id) => gate.spending.get(id)))
    for (const { data } of holds)
      expect({ credential_id: data.credential_id, flags: data.flags, state: data.state }).toEqual({
        credential_id: null,
        flags: [],
        state: "settled"
      })
  })

  bothWays("counts up to its limit what a gateway pays that asks for any and states none", async (account) => {
    const { gate } = account
    const { hash, key } = await openTenant(account)
    const ids = await inALoop(gate, { key, credential: "any" })
    // What does not fit any more is admitted on the stored credential, which the limit does not count. Its plan has nothing else.
    const found = await Promise.all(ids.map((id) => gate.spending.get(id)))
    const holds = found.map(({ data }) => data)
    const assumed = { is_byok: false, flags: ["credential_assumed"] }
    expect(holds.slice(0, 4).map(({ flags, is_byok }) => ({ is_byok, flags }))).toEqual(
      [...Array(4)].map(() => assumed)
    )
    expect(holds.slice(4).map(({ flags, is_byok }) => ({ is_byok, flags }))).toEqual(
      [...Array(8)].map(() => ({ is_byok: true, flags: [] }))
    )
    expect(await spent(account, hash)).toEqual({ byok_usage: 8 * COST, usage: 1 })
  })

  bothWays("is admitted to its limit on the stored credential that the gateway states", async (account) => {
    const { gate } = account
    const { credential_id, hash, key } = await openTenant(account, true)
    const ids = await inALoop(gate, { key, credential: "byok" }, { credential_id })
    expect(ids).toHaveLength(4)
    expect(await spent(account, hash)).toEqual({ byok_usage: 1, usage: 0 })
    expect(await gate.spending.get(String(ids[0]))).toMatchObject({
      data: { credential_id, is_byok: true, flags: [] }
    })
  })
})

describe("A settlement that is refused", () => {
  bothWays("leaves the hold unknown and flagged until a right one comes", async (account) => {
    const { gate } = account
    const { key } = await openTenant(account)
    const hold = await gate.spending.authorize({ key, amount: COST, models: ["acme/writer"] })
    await hold.sent()
    expect(await rejection(hold.settle({ cost: -1 }))).toMatchObject({ _tag: "InvalidInput" })
    const refused = { cost: null, flags: ["settlement_refused"], state: "unknown" }
    expect((await gate.spending.get(hold.data.id)).data).toMatchObject(refused)
    await hold[Symbol.asyncDispose]()
    const { data } = await gate.spending.list({ flag: "settlement_refused" })
    expect(data.map(({ id }) => id)).toEqual([hold.data.id])
    expect(await hold.settle({ cost: COST })).toMatchObject({ cost: COST, flags: [], state: "settled" })
    expect(await gate.spending.list({ flag: "settlement_refused" })).toEqual({ data: [], total_count: 0 })
  })

  bothWays(
    "that a metered answer states ends the same way, and disposing of the hold does not throw",
    async (account) => {
      const { gate } = account
      const { key } = await openTenant(account)
      const hold = await gate.spending.authorize({ key, amount: COST, models: ["acme/writer"] })
      await hold.sent()
      const answer = hold.meter([{ text: "Hello" }], {
        tokens: ({ text }) => text.length,
        cost: (tokens) => tokens * 0.00001,
        settlement: () => ({ cost: Number.NaN })
      })
      const read = async () => {
        for await (const { text } of answer) expect(text).toBe("Hello")
      }
      expect(await rejection(read())).toMatchObject({ _tag: "InvalidInput" })
      await hold[Symbol.asyncDispose]()
      const refused = { cost: null, flags: ["settlement_refused"], state: "unknown" }
      expect((await gate.spending.get(hold.data.id)).data).toMatchObject(refused)
    }
  )
})
