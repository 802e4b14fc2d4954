import { BaseChatModel } from "@langchain/core/language_models/chat_models"
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs"
import { refusalIn, wrapModelCall, wrapToolCall } from "@tollgate/adapters/langchain"
import { BudgetExceeded, PriceUnknown } from "@tollgate/node"
import {
  AIMessage,
  AIMessageChunk,
  createAgent,
  createMiddleware,
  fakeModel,
  HumanMessage,
  modelRetryMiddleware,
  tool,
  toolStrategy
} from "langchain"
import { describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { type Account, openAccount, rejection } from "../../test/account.js"

const messages = [new HumanMessage("Hello")]
const one = { model: "m", provider: "openai" }

const stated = (input: number, output: number, cache_read = 0, reasoning = 0) => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
  input_token_details: { cache_read },
  output_token_details: { reasoning }
})
const answer = (usage_metadata?: ReturnType<typeof stated>, content = "hi") =>
  Object.assign(new AIMessage(content), usage_metadata && { usage_metadata })

const budgetOn = ({ key, spending }: Account, options: Partial<Parameters<typeof wrapModelCall>[0]> = {}) =>
  createMiddleware({ name: "Budget", wrapModelCall: wrapModelCall({ spending, key, ...one, ...options }) })

/** An answer that comes in chunks, and then ends, fails or waits for an abort. */
class Streamed extends BaseChatModel {
  readonly chunks: ReadonlyArray<AIMessageChunk>
  readonly end: (signal?: AbortSignal) => Promise<void>
  constructor(chunks: ReadonlyArray<AIMessageChunk>, end = async (_?: AbortSignal) => {}) {
    super({ maxRetries: 0 })
    this.chunks = chunks
    this.end = end
  }
  _llmType() {
    return "streamed"
  }
  override bindTools() {
    return this
  }
  override getLsParams() {
    return { ls_model_type: "chat" as const, ls_provider: "openai", ls_model_name: "m", ls_max_tokens: 500 }
  }
  override async *_streamResponseChunks(_: unknown, { signal }: this["ParsedCallOptions"]) {
    for (const message of this.chunks) yield new ChatGenerationChunk({ text: String(message.content), message })
    await this.end(signal)
  }
  async _generate(): Promise<ChatResult> {
    throw new Error("It is always streamed.")
  }
}

const chunk = (content: string, usage_metadata?: ReturnType<typeof stated>) =>
  Object.assign(new AIMessageChunk(content), usage_metadata && { usage_metadata })

/** Reads the tokens of an agent's answer. */
const readTokens = async (agent: ReturnType<typeof createAgent>, signal?: AbortSignal) => {
  let text = ""
  for await (const [part] of await agent.stream({ messages }, { streamMode: "messages", ...(signal && { signal }) }))
    text += part.text
  return text
}

describe("A model of LangChain's agents", () => {
  it("costs what its usage states: totals include cached tokens and reasoning", async () => {
    await using account = await openAccount()
    const model = fakeModel().respond(answer(stated(1_000, 200, 400, 50)))
    const middleware = [budgetOn(account, { labels: { team: "docs" } })]
    const state = await createAgent({ model, middleware }).invoke({ messages })
    expect(state.messages.at(-1)?.text).toBe("hi")
    const cost = (600 * 1 + 400 * 0.1 + 200 * 10) / 1e6
    expect(await account.ledger()).toEqual({ spent: cost, held: 0, unknown: 0, holds: [cost] })
    expect(await account.holds()).toMatchObject([
      { provider: "openai", models: ["m"], labels: { team: "docs" }, basis: "table", flags: [] }
    ])
  })

  it("costs what its usage states, also where the agent makes an object of the answer", async () => {
    await using account = await openAccount()
    const properties = { text: { type: "string" } }
    const schema = { title: "Answer", type: "object" as const, properties, required: ["text"] }
    const call = { name: "Answer", args: { text: "hi" }, id: "1" }
    const model = fakeModel().respond(
      Object.assign(new AIMessage(""), { tool_calls: [call], usage_metadata: stated(1_000, 200) })
    )
    const agent = createAgent({ model, responseFormat: toolStrategy(schema), middleware: [budgetOn(account)] })
    expect((await agent.invoke({ messages })).structuredResponse).toEqual({ text: "hi" })
    expect(await account.ledger()).toEqual({ spent: 0.003, held: 0, unknown: 0, holds: [0.003] })
  })

  it("pays for each step of a loop, and for its tools by their price", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    await account.gate.prices.merge([{ provider: "acme", model: "tool:search", rates: { units: { calls: 0.01 } } }])
    const search = tool(async ({ query }) => `found ${query}`, {
      name: "search",
      schema: z.object({ query: z.string() })
    })
    const model = fakeModel()
      .respond(
        Object.assign(new AIMessage(""), {
          tool_calls: [{ name: "search", args: { query: "cats" }, id: "1" }],
          usage_metadata: stated(100, 10)
        })
      )
      .respond(answer(stated(200, 20)))
    const middleware = [
      budgetOn(account),
      createMiddleware({ name: "Tools", wrapToolCall: wrapToolCall({ spending, key }) })
    ]
    const { messages: all } = await createAgent({ model, tools: [search], middleware }).invoke({ messages })
    expect(all.map(({ text }) => text)).toEqual(["Hello", "", "found cats", "hi"])
    expect(await account.ledger()).toEqual({ spent: 0.0106, held: 0, unknown: 0, holds: [0.0002, 0.01, 0.0004] })
    expect((await account.holds()).map(({ models }) => models)).toEqual([["m"], ["tool:search"], ["m"]])
  })

  it("is streamed within its hold, under the names that it tells", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    const model = new Streamed([chunk("Hel"), chunk("lo"), chunk("", stated(10, 20))])
    const middleware = [createMiddleware({ name: "Budget", wrapModelCall: wrapModelCall({ spending, key }) })]
    expect(await readTokens(createAgent({ model, middleware }))).toBe("Hello")
    expect(await account.ledger()).toEqual({ spent: 0.00021, held: 0, unknown: 0, holds: [0.00021] })
    const [{ amount = 0, models, provider } = {}] = await account.holds()
    expect({ models, provider }).toEqual({ models: ["m"], provider: "openai" })
    // 500 output tokens, as the model tells, and the input.
    expect(amount).toBeGreaterThan(0.005)
    expect(amount).toBeLessThan(0.0051)
  })

  it("releases its hold if the provider refuses it, and leaves it unknown, or estimated, if it may be billed", async () => {
    await using account = await openAccount()
    const after = async (error: Error, onAbort?: "estimate" | "unknown") => {
      const middleware = [budgetOn(account, { onAbort })]
      const thrown = await rejection(
        createAgent({ model: fakeModel().alwaysThrow(error), middleware }).invoke({ messages })
      )
      expect(thrown).toMatchObject({ message: error.message })
      return (await account.ledger()).holds.at(-1)
    }
    expect(await after(Object.assign(new Error("bad"), { status: 400 }))).toBe("released")
    expect(await after(new TypeError("terminated"))).toBe("unknown")
    const held = (await account.holds()).at(-1)?.amount
    expect(await after(new TypeError("terminated"), "estimate")).toBe(held)
    expect(await account.ledger()).toMatchObject({ spent: held, held: 0, unknown: held })
  })

  it("is unknown if it fails after tokens, or is aborted after them", async () => {
    await using account = await openAccount()
    const middleware = [budgetOn(account)]
    const failing = new Streamed([chunk("Hel")], () => Promise.reject(new TypeError("terminated")))
    expect(await rejection(readTokens(createAgent({ model: failing, middleware })))).toMatchObject({
      message: "terminated"
    })
    expect((await account.ledger()).holds).toEqual(["unknown"])
    const stop = new AbortController()
    const endless = new Streamed([chunk("Hel")], (signal) => {
      stop.abort()
      return new Promise((_, reject) => {
        const fail = () => reject(signal?.reason ?? new Error("aborted"))
        if (signal?.aborted) fail()
        else signal?.addEventListener("abort", fail)
      })
    })
    expect(await rejection(readTokens(createAgent({ model: endless, middleware }), stop.signal))).toBeInstanceOf(Error)
    // The agent's stream has ended before the model's answer.
    await vi.waitFor(async () => expect((await account.ledger()).holds).toEqual(["unknown", "unknown"]))
  })

  it("is refused before it is sent, and not tried again", async () => {
    await using account = await openAccount("memory", 0.0001)
    const model = fakeModel().respond(answer(stated(1, 1)))
    const asked = { count: 0 }
    const counted = createMiddleware({
      name: "Counted",
      wrapModelCall: async (request, handler) => {
        asked.count++
        return handler(request)
      }
    })
    const retry = modelRetryMiddleware({
      maxRetries: 5,
      onFailure: "error",
      retryOn: (error) => refusalIn(error) === undefined
    })
    // By its own types, it is no middleware where a property may be absent but not undefined.
    const retrying = retry as unknown as typeof counted
    for (const middleware of [
      [counted, budgetOn(account)],
      [retrying, counted, budgetOn(account)]
    ]) {
      asked.count = 0
      const error = await rejection(createAgent({ model, middleware }).invoke({ messages }))
      expect(refusalIn(error)).toBeInstanceOf(BudgetExceeded)
      expect([asked.count, model.callCount]).toEqual([1, 0])
    }
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0, holds: [] })
  })

  it("runs 50 times at once on one limit as often as that admits", async () => {
    // Each sets aside a little more than a tenth of a cent and costs $0.00102: seven have room at once.
    await using account = await openAccount("file", 0.0075)
    const seen = { running: 0, most: 0, sent: 0 }
    const slow = createMiddleware({
      name: "Slow",
      wrapModelCall: async (request, handler) => {
        seen.sent++
        seen.most = Math.max(seen.most, ++seen.running)
        // Others begin meanwhile.
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
        seen.running--
        return handler(request)
      }
    })
    const middleware = [budgetOn(account, { output: 100 }), slow]
    const ask = () =>
      createAgent({ model: fakeModel().respond(answer(stated(20, 100))), middleware }).invoke({ messages })
    const ended = await Promise.allSettled(Array.from({ length: 50 }, ask))
    const refused = ended.flatMap((result) => (result.status === "rejected" ? [refusalIn(result.reason)] : []))
    expect(refused.every((refusal) => refusal instanceof BudgetExceeded)).toBe(true)
    expect([seen.sent, refused.length, seen.most > 1]).toEqual([7, 43, true])
    expect(await account.ledger()).toEqual({ spent: 0.00714, held: 0, unknown: 0, holds: Array(7).fill(0.00102) })
  })

  it("is unknown without a usage, or with one that does not add up, or estimated: never 0", async () => {
    await using account = await openAccount()
    const ask = (usage: ReturnType<typeof stated> | undefined, onMissingUsage?: "estimate") =>
      createAgent({
        model: fakeModel().respond(answer(usage)),
        middleware: [budgetOn(account, { onMissingUsage })]
      }).invoke({ messages })
    await ask(undefined)
    await ask({ ...stated(10, 10), total_tokens: 30 })
    await ask(stated(10, 10, 20))
    await ask(stated(0, 0))
    expect((await account.ledger()).holds).toEqual(Array(4).fill("unknown"))
    await ask(undefined, "estimate")
    expect((await account.holds()).at(-1)).toMatchObject({ state: "settled", basis: "estimate" })
    expect((await account.ledger()).holds.at(-1)).toBeGreaterThan(0)
  })

  it("is refused in one sentence without a price, without a name, and without a key", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    const ask = (middleware: ReturnType<typeof createMiddleware>) =>
      rejection(createAgent({ model: fakeModel().respond(answer()), middleware: [middleware] }).invoke({ messages }))
    const unpriced = refusalIn(await ask(budgetOn(account, { model: "new" })))
    expect(unpriced).toBeInstanceOf(PriceUnknown)
    expect(unpriced?.message).toBe(
      "The price book has no price for this usage of new at openai. Add one, or state the amount in USD."
    )
    const nameless = createMiddleware({ name: "Budget", wrapModelCall: wrapModelCall({ spending, key }) })
    expect(await ask(nameless)).toMatchObject({
      message:
        "wrapModelCall needs `model`: pass the slug of the model in the price book, which the model does not state."
    })
    expect(() => wrapModelCall({ spending, key: "" })).toThrow(
      new TypeError("wrapModelCall needs `key`: pass the API key that pays, or a function that returns it.")
    )
    expect(() => wrapToolCall({ spending, key: "" })).toThrow(
      new TypeError("wrapToolCall needs `key`: pass the API key that pays, or a function that returns it.")
    )
    expect((await account.ledger()).holds).toEqual([])
  })
})

describe("A tool of LangChain's agents", () => {
  const asking = () =>
    fakeModel()
      .respondWithTools([{ name: "search", args: {}, id: "1" }])
      .respond(new AIMessage("done"))
  const open = (account: Account, options: Partial<Parameters<typeof wrapToolCall>[0]> = {}) => {
    const { key, spending } = account
    const called = { count: 0 }
    const search = tool(
      async () => {
        called.count++
        return "found"
      },
      { name: "search", schema: z.object({}) }
    )
    const middleware = [createMiddleware({ name: "Tools", wrapToolCall: wrapToolCall({ spending, key, ...options }) })]
    const run = () => createAgent({ model: asking(), tools: [search], middleware }).invoke({ messages })
    return { called, run }
  }

  it("is refused before it is called if the limit is spent", async () => {
    await using account = await openAccount("memory", 0.005)
    await account.gate.prices.merge([{ provider: "acme", model: "tool:search", rates: { units: { calls: 0.01 } } }])
    const { called, run } = open(account)
    expect(refusalIn(await rejection(run()))).toBeInstanceOf(BudgetExceeded)
    expect([called.count, await account.ledger()]).toEqual([0, { spent: 0, held: 0, unknown: 0, holds: [] }])
  })

  it("is refused without a price in one sentence, and free only if that is stated", async () => {
    await using account = await openAccount()
    const refused = open(account)
    expect(await rejection(refused.run())).toMatchObject({
      message: 'The tool tool:search has no price: add its card to the price book, or state `unpriced: "free"`.'
    })
    expect(refused.called.count).toBe(0)
    const free = open(account, { unpriced: "free" })
    expect((await free.run()).messages.at(-1)?.text).toBe("done")
    expect(free.called.count).toBe(1)
    expect((await account.ledger()).holds).toEqual([])
  })
})
