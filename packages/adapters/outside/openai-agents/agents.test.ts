import { Agent, type ModelResponse, Runner, retryPolicies, type StreamEvent, tool, Usage } from "@openai/agents"
import {
  assistantMessage,
  functionCall,
  modelError,
  modelResponder,
  modelStream,
  ScriptedModel
} from "@openai/agents/testing"
import { budgetModel, budgetProvider, type LanguageModelBudget } from "@tollgate/adapters/openai-agents"
import { BudgetExceeded, PriceUnknown } from "@tollgate/node"
import { describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { type Account, openAccount, rejection } from "../../test/account.js"

const stated = (input: number, output: number, cached = 0, reasoning = 0) => ({
  requests: 1,
  inputTokens: input,
  outputTokens: output,
  totalTokens: input + output,
  inputTokensDetails: { cached_tokens: cached },
  outputTokensDetails: { reasoning_tokens: reasoning }
})
type Stated = ReturnType<typeof stated>

const answer = (usage?: Stated, output: ModelResponse["output"] = [assistantMessage("hi")]): ModelResponse => ({
  usage: new Usage(usage),
  output,
  responseId: "r"
})

const delta = (text: string): StreamEvent => ({ type: "output_text_delta", delta: text })
const done = (usage: Stated): StreamEvent => ({
  type: "response_done",
  response: { id: "r", usage, output: [assistantMessage("Hello")] }
})

/** Runs an agent with a model behind a provider with a budget. The model's name is that of the price book. */
const openRunner = ({ key, spending }: Account, model: ScriptedModel, options: Partial<LanguageModelBudget> = {}) => {
  const modelProvider = budgetProvider({ spending, key, ...options }, { getModel: () => model })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const agent = new Agent({ name: "Docs", model: "m" })
  return {
    runner,
    agent,
    run: (signal?: AbortSignal) => runner.run(agent, "Hello", signal && { signal }),
    /** The text of a streamed answer, which is read to its end. */
    stream: async (signal?: AbortSignal) => {
      const streamed = await runner.run(agent, "Hello", { stream: true, ...(signal && { signal }) })
      let text = ""
      for await (const part of streamed.toTextStream()) text += part
      await streamed.completed
      return text
    }
  }
}

/** A stream that ends as it says. */
const events = async function* (given: ReadonlyArray<StreamEvent>, end: () => Promise<void> = async () => {}) {
  yield* given
  await end()
}

describe("A model of OpenAI's agents", () => {
  it("costs what its usage states: totals include cached tokens and reasoning", async () => {
    await using account = await openAccount()
    const { run } = openRunner(account, new ScriptedModel([answer(stated(1_000, 200, 400, 50))]), {
      labels: { team: "docs" }
    })
    expect((await run()).finalOutput).toBe("hi")
    const cost = (600 * 1 + 400 * 0.1 + 200 * 10) / 1e6
    expect(await account.ledger()).toEqual({ spent: cost, held: 0, unknown: 0, holds: [cost] })
    expect(await account.holds()).toMatchObject([
      { provider: "openai", models: ["m"], labels: { team: "docs" }, basis: "table", flags: [] }
    ])
  })

  it("pays for each step of a loop", async () => {
    await using account = await openAccount()
    const search = tool({
      name: "search",
      description: "Searches.",
      parameters: z.object({ query: z.string() }),
      execute: async ({ query }) => `found ${query}`
    })
    const model = new ScriptedModel([
      answer(stated(100, 10), [functionCall("search", { query: "cats" }, { callId: "1" })]),
      answer(stated(200, 20))
    ])
    const { runner } = openRunner(account, model)
    const agent = new Agent({ name: "Docs", model: "m", tools: [search] })
    expect((await runner.run(agent, "Hello")).finalOutput).toBe("hi")
    expect(await account.ledger()).toEqual({ spent: 0.0006, held: 0, unknown: 0, holds: [0.0002, 0.0004] })
  })

  it("is streamed within its hold, and holds more as it grows", async () => {
    await using account = await openAccount()
    const words = Array.from({ length: 200 }, () => delta("word"))
    const model = new ScriptedModel([modelStream(events([...words, done(stated(10, 400))]))])
    const { stream } = openRunner(account, model, { output: 64 })
    expect(await stream()).toBe("word".repeat(200))
    expect(await account.ledger()).toEqual({ spent: 0.00401, held: 0, unknown: 0, holds: [0.00401] })
    const [{ amount = 0 } = {}] = await account.holds()
    // More than the first 64 tokens.
    expect(amount).toBeGreaterThan(0.002)
  })

  it("ends a stream with the refusal when its money is spent, and what was held is unknown", async () => {
    await using account = await openAccount("memory", 0.002)
    const endless = async function* () {
      for (;;) yield delta("word word word")
    }
    const { stream } = openRunner(account, new ScriptedModel([modelStream(endless())]), { output: 64 })
    expect(await rejection(stream())).toBeInstanceOf(BudgetExceeded)
    const [{ amount } = {}] = await account.holds()
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: amount, holds: ["unknown"] })
  })

  it("releases its hold if the provider refuses it, and leaves it unknown, or estimated, if it may be billed", async () => {
    await using account = await openAccount()
    const after = async (error: Error, onAbort?: "estimate" | "unknown") => {
      const { run } = openRunner(account, new ScriptedModel([modelError(error)]), { onAbort })
      expect(await rejection(run())).toBe(error)
      return (await account.ledger()).holds.at(-1)
    }
    expect(await after(Object.assign(new Error("bad"), { status: 400 }))).toBe("released")
    expect(await after(new TypeError("terminated"))).toBe("unknown")
    const held = (await account.holds()).at(-1)?.amount
    expect(await after(new TypeError("terminated"), "estimate")).toBe(held)
    expect(await account.ledger()).toMatchObject({ spent: held, held: 0, unknown: held })
  })

  it("is released if its stream fails before a token, and unknown after one", async () => {
    await using account = await openAccount()
    const refused = Object.assign(new Error("busy"), { status: 503 })
    const early = openRunner(account, new ScriptedModel([modelStream(events([], () => Promise.reject(refused)))]))
    expect(await rejection(early.stream())).toBe(refused)
    expect((await account.ledger()).holds).toEqual(["released"])
    const late = openRunner(
      account,
      new ScriptedModel([modelStream(events([delta("He")], () => Promise.reject(refused)))])
    )
    expect(await rejection(late.stream())).toBe(refused)
    expect((await account.ledger()).holds).toEqual(["released", "unknown"])
  })

  it("is unknown if it is aborted while it is sent, or while it is streamed", async () => {
    await using account = await openAccount()
    const stop = new AbortController()
    const pending = modelResponder(({ request: { signal } }) => {
      stop.abort()
      return new Promise((_, reject) => {
        const fail = () => reject(signal?.reason)
        if (signal?.aborted) fail()
        else signal?.addEventListener("abort", fail)
      })
    })
    const { run } = openRunner(account, new ScriptedModel([pending]))
    expect(await rejection(run(stop.signal))).toBeInstanceOf(Error)
    expect((await account.ledger()).holds).toEqual(["unknown"])
    const leave = new AbortController()
    const cut = events([delta("He")], async () => {
      leave.abort()
      await new Promise(() => {})
    })
    const { stream } = openRunner(account, new ScriptedModel([modelStream(cut)]))
    await stream(leave.signal).catch(() => undefined)
    await vi.waitFor(async () => expect((await account.ledger()).holds).toEqual(["unknown", "unknown"]))
  })

  it("is refused before it is sent, and not tried again, whatever the policy", async () => {
    await using account = await openAccount("memory", 0.0001)
    const model = new ScriptedModel([answer(stated(1, 1))])
    const asked = { count: 0 }
    const { agent, runner } = openRunner(account, model, {
      key: () => {
        asked.count++
        return account.key
      }
    })
    const always = { retry: { maxRetries: 5, policy: () => true, backoff: { initialDelayMs: 0 } } }
    for (const modelSettings of [{}, always, { retry: { maxRetries: 5, policy: retryPolicies.networkError() } }]) {
      asked.count = 0
      const eager = agent.clone({ modelSettings })
      expect(await rejection(runner.run(eager, "Hello"))).toBeInstanceOf(BudgetExceeded)
      const streamed = await runner.run(eager, "Hello", { stream: true })
      expect(await rejection(streamed.completed)).toBeInstanceOf(BudgetExceeded)
      expect([asked.count, model.calls.length]).toEqual([2, 0])
    }
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0, holds: [] })
  })

  it("has a hold for each retry of another error, as the model's own advice says", async () => {
    await using account = await openAccount()
    const busy = Object.assign(new Error("busy"), { status: 503 })
    const model = new ScriptedModel([
      modelError(busy, { suggested: true, replaySafety: "safe" }),
      answer(stated(10, 10))
    ])
    const { agent, runner } = openRunner(account, model)
    const retry = { maxRetries: 1, policy: retryPolicies.providerSuggested(), backoff: { initialDelayMs: 0 } }
    await runner.run(agent.clone({ modelSettings: { retry } }), "Hello")
    expect(await account.ledger()).toEqual({ spent: 0.00011, held: 0, unknown: 0, holds: ["released", 0.00011] })
  })

  it("runs 50 times at once on one limit as often as that admits", async () => {
    // Each sets aside a little more than a tenth of a cent and costs $0.00102: seven have room at once.
    await using account = await openAccount("file", 0.0075)
    const seen = { running: 0, most: 0, sent: 0 }
    const respond = async () => {
      seen.sent++
      seen.most = Math.max(seen.most, ++seen.running)
      // Others begin meanwhile.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      seen.running--
      return answer(stated(20, 100))
    }
    const ask = () => openRunner(account, new ScriptedModel([modelResponder(respond)]), { output: 100 }).run()
    const ended = await Promise.allSettled(Array.from({ length: 50 }, ask))
    const refused = ended.flatMap((result) => (result.status === "rejected" ? [result.reason] : []))
    expect(refused.every((refusal) => refusal instanceof BudgetExceeded)).toBe(true)
    expect([seen.sent, refused.length, seen.most > 1]).toEqual([7, 43, true])
    expect(await account.ledger()).toEqual({ spent: 0.00714, held: 0, unknown: 0, holds: Array(7).fill(0.00102) })
  })

  it("is unknown without a usage, or with one that does not add up, or estimated: never 0", async () => {
    await using account = await openAccount()
    const ask = (usage: Stated | undefined, onMissingUsage?: "estimate") =>
      openRunner(account, new ScriptedModel([answer(usage)]), { onMissingUsage }).run()
    await ask(undefined)
    await ask({ ...stated(10, 10), totalTokens: 30 })
    await ask(stated(10, 10, 20))
    const { stream } = openRunner(account, new ScriptedModel([modelStream(events([delta("He"), done(stated(0, 0))]))]))
    await stream()
    expect((await account.ledger()).holds).toEqual(Array(4).fill("unknown"))
    await ask(undefined, "estimate")
    expect((await account.holds()).at(-1)).toMatchObject({ state: "settled", basis: "estimate" })
    expect((await account.ledger()).holds.at(-1)).toBeGreaterThan(0)
  })

  it("may be an object of the agent's own, and stays what it is", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    const model = new ScriptedModel([answer(stated(10, 10))])
    const wrapped = budgetModel({ spending, key, model: "m" }, model)
    await new Runner({ tracingDisabled: true }).run(new Agent({ name: "Docs", model: wrapped }), "Hello")
    expect(wrapped).toBeInstanceOf(ScriptedModel)
    expect([wrapped.calls.length, wrapped.remainingSteps]).toEqual([1, 0])
    expect((await account.ledger()).holds).toEqual([0.00011])
  })

  it("is refused in one sentence without a price, without a name, and without a key", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    const unpriced = await rejection(openRunner(account, new ScriptedModel([answer()]), { model: "new" }).run())
    expect(unpriced).toBeInstanceOf(PriceUnknown)
    expect(unpriced).toMatchObject({
      message: "The price book has no price for this usage of new at openai. Add one, or state the amount in USD."
    })
    const nameless = budgetModel({ spending, key }, new ScriptedModel([answer()]))
    const run = new Runner({ tracingDisabled: true }).run(new Agent({ name: "Docs", model: nameless }), "Hello")
    expect(await rejection(run)).toEqual(
      new TypeError(
        "budgetModel needs `model`: pass the slug of the model in the price book, which the model does not state."
      )
    )
    expect(() => budgetProvider({ spending, key: "" }, { getModel: () => new ScriptedModel() })).toThrow(
      new TypeError("budgetProvider needs `key`: pass the API key that pays, or a function that returns it.")
    )
    expect((await account.ledger()).holds).toEqual([])
  })
})
