import { BudgetExceeded, PriceUnknown, withRun } from "@tollgate/node"
import { expect, it } from "vitest"
import { card, rejection } from "../../test/account.js"
import { failure, openModels, type Result, result, stated, withEach } from "./sdks.js"

const prompt = "Hello"
const once = { prompt, maxRetries: 0 }

withEach("A text that is generated", (sdk) => {
  const { ai } = sdk

  it("costs what its usage states: totals include cached tokens and reasoning", async () => {
    await using account = await openModels(sdk)
    const model = account.modelOf(
      { doGenerate: async () => result(stated(1_000, 200, 400, 50)) },
      { labels: { team: "docs" } }
    )
    expect((await ai.generateText({ ...once, model })).text).toBe("hi")
    const cost = (600 * 1 + 400 * 0.1 + 200 * 10) / 1e6
    expect(await account.ledger()).toEqual({ spent: cost, held: 0, unknown: 0, holds: [cost] })
    expect(await account.holds()).toMatchObject([
      { provider: "openai", models: ["m"], labels: { team: "docs" }, basis: "table", flags: [] }
    ])
  })

  it("is refused before it is sent, and not tried again", async () => {
    await using account = await openModels(sdk, 0.0001)
    let sent = 0
    const doGenerate = async () => {
      sent++
      return result(stated(1, 1))
    }
    const refusal = await rejection(ai.generateText({ prompt, maxRetries: 5, model: account.modelOf({ doGenerate }) }))
    expect(refusal).toBeInstanceOf(BudgetExceeded)
    expect([refusal, sent]).toMatchObject([{ reason: "budget_spent" }, 0])
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0, holds: [] })
  })

  it("has a hold for each retry of the SDK, and a refusal ends them", async () => {
    await using account = await openModels(sdk, 0.0012)
    let tries = 0
    const busy = async (): Promise<Result> => {
      if (++tries < 3) throw failure(sdk, 503)
      return result(stated(10, 10))
    }
    await ai.generateText({ prompt, maxRetries: 2, model: account.modelOf({ doGenerate: busy }, { output: 100 }) })
    expect(await account.ledger()).toEqual({
      spent: 0.00011,
      held: 0,
      unknown: 0,
      holds: ["released", "released", 0.00011]
    })
    const unpaid = async (): Promise<Result> => {
      await account.host.keys.update(account.hash, { limit: 0 })
      throw failure(sdk, 503)
    }
    const model = account.modelOf({ doGenerate: unpaid }, { output: 100 })
    const ended = await rejection(ai.generateText({ prompt, maxRetries: 5, model }))
    expect(ended).toMatchObject({ name: "AI_RetryError", errors: [{ statusCode: 503 }, { _tag: "BudgetExceeded" }] })
    expect(ended instanceof ai.RetryError && ended.lastError).toBeInstanceOf(BudgetExceeded)
  })

  it("releases its hold if the provider refuses it, and leaves it unknown, or estimated, if it may be billed", async () => {
    await using account = await openModels(sdk)
    const after = async (error: Error, onAbort?: "estimate" | "unknown") => {
      const doGenerate = async () => {
        throw error
      }
      const model = account.modelOf({ doGenerate }, { onAbort, output: 100 })
      expect(await rejection(ai.generateText({ ...once, model }))).toBe(error)
      return (await account.ledger()).holds.at(-1)
    }
    expect(await after(failure(sdk, 400))).toBe("released")
    expect(await after(failure(sdk, 503), "estimate")).toBe("released")
    expect(await after(new TypeError("terminated"))).toBe("unknown")
    const held = (await account.holds()).at(-1)?.amount
    expect(await after(new TypeError("terminated"), "estimate")).toBe(held)
    expect(await account.ledger()).toMatchObject({ spent: held, held: 0, unknown: held })
  })

  it("is unknown if it is aborted while it is sent, and not sent if it was aborted before", async () => {
    await using account = await openModels(sdk)
    const stop = new AbortController()
    let sent = 0
    const doGenerate = ({ abortSignal }: { readonly abortSignal?: AbortSignal }) =>
      new Promise<Result>((_, reject) => {
        sent++
        abortSignal?.addEventListener("abort", () => reject(abortSignal.reason))
        stop.abort()
      })
    const ask = () => ai.generateText({ ...once, model: account.modelOf({ doGenerate }), abortSignal: stop.signal })
    expect(await rejection(ask())).toMatchObject({ name: "AbortError" })
    expect(await rejection(ask())).toMatchObject({ name: "AbortError" })
    const { amount } = (await account.holds())[0] ?? {}
    expect([sent, await account.ledger()]).toEqual([1, { spent: 0, held: 0, unknown: amount, holds: ["unknown"] }])
  })

  const unusable = {
    "no total of its output": stated(10, undefined),
    "no total of its input": stated(undefined, 10),
    "parts that are not its total": { ...stated(10, 10), outputTokens: { total: 10, text: 4, reasoning: undefined } },
    "a usage of 0": stated(0, 0)
  }
  it.each(Object.entries(unusable))("that states %s is unknown, or estimated: never 0", async (_, usage) => {
    await using account = await openModels(sdk)
    const doGenerate = async () => result(usage)
    expect((await ai.generateText({ ...once, model: account.modelOf({ doGenerate }) })).text).toBe("hi")
    expect((await account.ledger()).holds).toEqual(["unknown"])
    await ai.generateText({ ...once, model: account.modelOf({ doGenerate }, { onAbort: "estimate" }) })
    expect((await account.ledger()).holds).toEqual(["unknown", "unknown"])
    await ai.generateText({ ...once, model: account.modelOf({ doGenerate }, { onMissingUsage: "estimate" }) })
    const { holds, ...counters } = await account.ledger()
    const [{ amount = 0 } = {}] = await account.holds()
    const input = amount - 1_024e-5
    const answer = Math.ceil('[{"type":"text","text":"hi"}]'.length / 3)
    expect(holds).toEqual(["unknown", "unknown", expect.closeTo(input + answer * 1e-5, 9)])
    expect(counters).toEqual({ spent: holds[2], held: 0, unknown: expect.closeTo(2 * amount, 9) })
    expect((await account.holds())[2]).toMatchObject({ basis: "estimate" })
  })

  it("is refused if its model has no price, in a sentence that names both, and is priced by another name", async () => {
    await using account = await openModels(sdk)
    const mock = { modelId: "n", doGenerate: async () => result(stated(100, 10)) }
    const refusal = await rejection(ai.generateText({ ...once, model: account.modelOf(mock) }))
    expect(refusal).toBeInstanceOf(PriceUnknown)
    expect(refusal).toMatchObject({
      message: "The price book has no price for this usage of n at openai. Add one, or state the amount in USD."
    })
    expect((await account.ledger()).holds).toEqual([])
    await account.gate.prices.merge([
      card("writer", "acme"),
      card("gemini", "google-ai-studio"),
      card("claude", "google-vertex")
    ])
    const asked = async (modelId: string, provider: string, options: Parameters<typeof account.modelOf>[1] = {}) => {
      const model = account.modelOf({ ...mock, modelId, provider }, options)
      await ai.generateText({ ...once, model })
      const { models, provider: charged } = (await account.holds()).at(-1) ?? {}
      return [charged, models?.[0]]
    }
    expect(await asked("n", "openai.chat", { model: "writer", provider: "acme" })).toEqual(["acme", "writer"])
    const provider = ({ modelId }: { readonly modelId: string }) => (modelId === "n" ? "acme" : "none")
    expect(await asked("n", "openai.chat", { model: () => "writer", provider })).toEqual(["acme", "writer"])
    expect(await asked("gemini", "google.generative-ai")).toEqual(["google-ai-studio", "gemini"])
    expect(await asked("claude", "vertex.anthropic.messages")).toEqual(["google-vertex", "claude"])
    expect(await asked("claude", "google.vertex.chat")).toEqual(["google-vertex", "claude"])
  })

  it("holds each step of a tool loop, all of them in the run around it", async () => {
    await using account = await openModels(sdk)
    let steps = 0
    const call = () => [{ type: "tool-call" as const, toolCallId: `c${steps}`, toolName: "search", input: "{}" }]
    const doGenerate = async () => result(stated(100, 10), ++steps % 3 === 0 ? undefined : call())
    const search = ai.tool({ inputSchema: ai.jsonSchema<object>({ type: "object" }), execute: async () => "found" })
    const model = account.modelOf({ doGenerate })
    const ask = () => ai.generateText({ ...once, model, tools: { search }, stopWhen: ai.stepCountIs(9) })
    const { key, spending } = account
    expect((await withRun(spending, { id: "job", limit_usd: 0.5 }, ask)).steps).toHaveLength(3)
    expect(await account.ledger()).toEqual({
      spent: 0.0006,
      held: 0,
      unknown: 0,
      holds: [0.0002, 0.0002, 0.0002]
    })
    const { budgets } = await spending.authorize({ key, amount: 0.1, run: [{ id: "job" }], dry_run: true })
    expect(budgets).toContainEqual(expect.objectContaining({ scope: "run", limit: 0.5, spent: 0.0006 }))
    await account.host.spending.runs.stop("job", { reason: "enough" })
    const stopped = await rejection(withRun(spending, { id: "job", limit_usd: 0.5 }, ask))
    expect(stopped).toMatchObject({ _tag: "RunRefused", reason: "run_stopped" })
    expect(await account.ledger()).toMatchObject({ held: 0, unknown: 0 })
  })

  it("may be an object", async () => {
    await using account = await openModels(sdk)
    const model = account.modelOf({
      doGenerate: async () => result(stated(100, 10), [{ type: "text", text: '{"name":"Ada"}' }])
    })
    const schema = ai.jsonSchema<{ name: string }>({ type: "object", properties: { name: { type: "string" } } })
    const { output } = await ai.generateText({ ...once, model, output: ai.Output.object({ schema }) })
    expect(output).toEqual({ name: "Ada" })
    expect(await account.ledger()).toEqual({ spent: 0.0002, held: 0, unknown: 0, holds: [0.0002] })
  })

  it("pays by the key that a function returns for each request", async () => {
    await using account = await openModels(sdk)
    const { key, data } = await account.host.keys.create({ name: "Other", limit: 1 })
    const keys = [key, account.key]
    const model = account.modelOf(
      { doGenerate: async () => result(stated(100, 10)) },
      { key: async () => keys.shift() ?? "" }
    )
    await ai.generateText({ ...once, model })
    await ai.generateText({ ...once, model })
    expect((await account.host.spending.list()).data.map(({ key_hash }) => key_hash)).toEqual([account.hash, data.hash])
    expect(await rejection(ai.generateText({ ...once, model }))).toEqual(
      new TypeError("budget needs `key`: pass the API key that pays, or a function that returns it.")
    )
  })
})
