import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { budgetTool } from "@tollgate/adapters/mcp"
import { describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { type Account, openAccount, rejection } from "../../test/account.js"

const model = "tool:acme/search"
type Handler = (args: { query: string }, extra: { signal: AbortSignal }) => CallToolResult | Promise<CallToolResult>
type Options = Partial<Parameters<typeof budgetTool<Parameters<Handler>, CallToolResult>>[0]>

const found = (text = "found"): CallToolResult => ({ content: [{ type: "text", text }] })

/** A client of a server with one tool, over a transport in memory. The tool costs a cent a call, a tenth a second, and $20 per million characters. */
const openTool = async (account: Account, handler: Handler, options: Options = {}, units: object = { calls: 0.01 }) => {
  const { gate, key, spending } = account
  await gate.prices.replace([{ provider: "acme", model, rates: { units } }])
  const called = { count: 0 }
  const server = new McpServer({ name: "acme", version: "1.0.0" })
  server.registerTool(
    "search",
    { inputSchema: { query: z.string() } },
    budgetTool({ spending, key, model, ...options }, (args: { query: string }, extra: { signal: AbortSignal }) => {
      called.count++
      return handler(args, extra)
    })
  )
  const client = new Client({ name: "docs", version: "1.0.0" })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  return {
    called,
    call: (query = "cats", signal?: AbortSignal) =>
      client.callTool({ name: "search", arguments: { query } }, undefined, signal && { signal })
  }
}

const told = (text: string, details: object) => ({
  isError: true,
  content: [{ type: "text", text }],
  _meta: { "tollgate/refusal": expect.objectContaining(details) }
})

describe("A tool of an MCP server", () => {
  it("costs its price by the call, and its result is that of the handler", async () => {
    await using account = await openAccount()
    const { call } = await openTool(account, async ({ query }) => found(`found ${query}`), { labels: { team: "docs" } })
    expect(await call()).toEqual(found("found cats"))
    expect(await account.ledger()).toEqual({ spent: 0.01, held: 0, unknown: 0, holds: [0.01] })
    expect(await account.holds()).toMatchObject([
      { provider: "acme", models: [model], labels: { team: "docs" }, basis: "table", flags: [] }
    ])
  })

  it("costs the seconds that it took, each that has begun", async () => {
    await using account = await openAccount("memory", 10)
    vi.useFakeTimers({ toFake: ["performance"] })
    try {
      const slow = () => {
        vi.advanceTimersByTime(2_500)
        return found()
      }
      const { call } = await openTool(account, slow, { unit: "seconds", most: 10 }, { seconds: 0.1 })
      await call()
      expect(await account.ledger()).toEqual({ spent: 0.3, held: 0, unknown: 0, holds: [0.3] })
      expect((await account.holds())[0]?.amount).toBe(1)
      const sudden = await openTool(account, () => found(), { unit: "seconds" }, { seconds: 0.1 })
      await sudden.call()
      expect(await account.ledger()).toEqual({ spent: 0.4, held: 0, unknown: 0, holds: [0.3, 0.1] })
    } finally {
      vi.useRealTimers()
    }
  })

  it("costs the characters of its result, or those that it counts", async () => {
    await using account = await openAccount()
    const units = { characters: 20 }
    const text = await openTool(account, () => found("x".repeat(500)), { unit: "characters" }, units)
    await text.call()
    const spoken = {
      unit: "characters",
      characters: (_: CallToolResult, { query }: { query: string }) => query.length
    } as const
    const speech = await openTool(account, () => found(), spoken, units)
    await speech.call("cats and dogs")
    const file = { type: "resource", resource: { uri: "file:///cats.txt", text: "x".repeat(1_000) } } as const
    const reader = await openTool(account, () => ({ content: [file] }), { unit: "characters" }, units)
    await reader.call()
    expect((await account.ledger()).holds).toEqual([0.01, 0.00026, 0.02])
    expect((await account.holds())[0]?.amount).toBe(0.2)
  })

  it("has its result in any case: a count that fails leaves its hold unknown", async () => {
    await using account = await openAccount()
    const characters = () => {
      throw new Error("It counts wrongly.")
    }
    const wrong = { unit: "characters", characters, onMissingUsage: "estimate" } as const
    const { call } = await openTool(account, () => found(), wrong, { characters: 20 })
    expect(await call()).toEqual(found())
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0.2, holds: ["unknown"] })
    expect(await account.holds()).toMatchObject([{ flags: ["settlement_refused"] }])
  })

  it("is refused with what remains before its handler is called", async () => {
    await using account = await openAccount("memory", 0.015)
    const { call, called } = await openTool(account, () => found())
    expect(await call()).toEqual(found())
    const text = "The amount does not fit the lifetime budget of the key. $0.005 of $0.015 is left."
    expect(await call()).toEqual(
      told(text, { reason: "budget_spent", scope: "key", limit_usd: 0.015, spent_usd: 0.01, remaining_usd: 0.005 })
    )
    expect([called.count, await account.ledger()]).toEqual([1, { spent: 0.01, held: 0, unknown: 0, holds: [0.01] }])
  })

  it("tells of a key that may not spend no more than that", async () => {
    await using account = await openAccount()
    await account.host.keys.update(account.hash, { disabled: true })
    const { call } = await openTool(account, () => found())
    expect(await call()).toEqual({
      isError: true,
      content: [{ type: "text", text: "The key is unknown, malformed, disabled or expired." }],
      _meta: { "tollgate/refusal": { reason: "invalid_credential" } }
    })
  })

  it("is refused without a price, in a sentence that says what to change, unless it is stated to be free", async () => {
    await using account = await openAccount("memory", 0)
    const refused = await openTool(account, () => found(), { model: "tool:acme/maps" })
    const text = 'The tool tool:acme/maps has no price: add its card to the price book, or state `unpriced: "free"`.'
    expect(await refused.call()).toEqual(told(text, { reason: "price_unknown", model: "tool:acme/maps" }))
    const free = await openTool(account, () => found(), { model: "tool:acme/maps", unpriced: "free" })
    expect(await free.call()).toEqual(found())
    expect([refused.called.count, free.called.count]).toEqual([0, 1])
    expect((await account.ledger()).holds).toEqual([])
  })

  it("is not free where a guardrail does not allow the provider that has its price", async () => {
    await using account = await openAccount()
    const { call, called } = await openTool(account, () => found(), { unpriced: "free" })
    const { id } = await account.host.guardrails.create({ name: "OpenAI alone", allowed_providers: ["openai"] })
    await account.host.guardrails.assignKeys(id, { key_hashes: [account.hash] })
    expect(await call()).toMatchObject({ isError: true, _meta: { "tollgate/refusal": { reason: "price_unknown" } } })
    expect(called.count).toBe(0)
  })

  it("is not free where its price is for another unit, or its key may not spend", async () => {
    await using account = await openAccount()
    const { call, called } = await openTool(account, () => found(), { unit: "seconds", unpriced: "free" })
    const text = `The gateway has no price for the model ${model}: use another one, or ask its operator.`
    expect(await call()).toEqual(told(text, { reason: "price_unknown", model }))
    await account.host.keys.update(account.hash, { disabled: true })
    const unpriced = await openTool(account, () => found(), { model: "tool:acme/maps", unpriced: "free" })
    expect(await unpriced.call()).toMatchObject({ isError: true })
    expect([called.count, unpriced.called.count]).toEqual([0, 0])
  })

  it("is not free where several providers have a price for it", async () => {
    await using account = await openAccount()
    const { call, called } = await openTool(account, () => found(), { unpriced: "free" })
    const rates = { units: { calls: 0.01 } }
    await account.gate.prices.merge([{ provider: "other", model, rates }])
    expect(await call()).toMatchObject({ isError: true, _meta: { "tollgate/refusal": { reason: "price_unknown" } } })
    expect(called.count).toBe(0)
  })

  it("is unknown, or estimated, if its handler fails, whose error the SDK tells; released if a provider has refused", async () => {
    await using account = await openAccount()
    const after = async (error: Error, onAbort?: "estimate" | "unknown") => {
      const { call } = await openTool(account, () => Promise.reject(error), { onAbort })
      expect(await call()).toEqual({ isError: true, content: [{ type: "text", text: error.message }] })
      return (await account.ledger()).holds.at(-1)
    }
    expect(await after(new TypeError("terminated"))).toBe("unknown")
    expect(await after(new TypeError("terminated"), "estimate")).toBe(0.01)
    expect(await after(Object.assign(new Error("bad"), { status: 400 }))).toBe("released")
    expect(await account.ledger()).toEqual({
      spent: 0.01,
      held: 0,
      unknown: 0.01,
      holds: ["unknown", 0.01, "released"]
    })
  })

  it("is unknown if its client aborts it, and its handler learns of it", async () => {
    await using account = await openAccount()
    const stop = new AbortController()
    const pending: Handler = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        stop.abort()
      })
    const { call } = await openTool(account, pending)
    expect(await rejection(call("cats", stop.signal))).toBeInstanceOf(Error)
    await vi.waitFor(async () => expect((await account.ledger()).holds).toEqual(["unknown"]))
  })

  it("is called 50 times at once on one limit as often as that admits", async () => {
    await using account = await openAccount("file", 0.075)
    const seen = { running: 0, most: 0 }
    const { call, called } = await openTool(account, async () => {
      seen.most = Math.max(seen.most, ++seen.running)
      // Others begin meanwhile.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      seen.running--
      return found()
    })
    const results = await Promise.all(Array.from({ length: 50 }, () => call()))
    const refused = results.filter(({ isError }) => isError)
    expect([called.count, refused.length, seen.most > 1]).toEqual([7, 43, true])
    expect(await account.ledger()).toEqual({ spent: 0.07, held: 0, unknown: 0, holds: Array(7).fill(0.01) })
  })

  it("is paid by the key of who calls it, by what the SDK states", async () => {
    await using account = await openAccount()
    const keys: Array<unknown> = []
    const key = (extra: { signal: AbortSignal }) => {
      keys.push(extra.signal)
      return account.key
    }
    const { call } = await openTool(account, () => found(), { key })
    expect(await call()).toEqual(found())
    expect(keys).toEqual([expect.any(AbortSignal)])
  })

  it("may have no arguments", async () => {
    await using account = await openAccount()
    const { gate, key, spending } = account
    await gate.prices.replace([{ provider: "acme", model, rates: { units: { calls: 0.01 } } }])
    const server = new McpServer({ name: "acme", version: "1.0.0" })
    server.registerTool(
      "news",
      {},
      budgetTool({ spending, key, model }, () => found())
    )
    const client = new Client({ name: "docs", version: "1.0.0" })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    expect(await client.callTool({ name: "news" })).toEqual(found())
    expect((await account.ledger()).holds).toEqual([0.01])
  })

  it("needs a key, holds and its name in the price book: one sentence each", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    const handler = () => found()
    expect(() => budgetTool({ spending, key: "", model }, handler)).toThrow(
      new TypeError("budgetTool needs `key`: pass the API key that pays, or a function that returns it.")
    )
    expect(() => budgetTool({ spending, key, model: "" }, handler)).toThrow(
      new TypeError("budgetTool needs `model`: pass the tool in the price book, such as `tool:acme/search`.")
    )
  })
})
