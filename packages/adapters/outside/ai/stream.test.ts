import { BudgetExceeded, StorageFailure, withRun } from "@tollgate/node"
import { afterEach, expect, it, vi } from "vitest"
import { rejection } from "../../test/account.js"
import { failure, fed, finish, openModels, type Part, readAll, stated, streamed, text, withEach } from "./sdks.js"

const once = { prompt: "Hello", maxRetries: 0 }
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** The input of the prompt costs a dollar a million, an output token $10, and a delta of `text` counts as two. */
const DELTA = 2e-5

afterEach(() => void vi.useRealTimers())

withEach("A text that is streamed", (sdk) => {
  const { ai } = sdk
  const quiet = { ...once, onError: () => {} }

  it("costs what its usage states", async () => {
    await using account = await openModels(sdk)
    const model = account.modelOf({ doStream: async () => streamed(...text(20), finish(stated(1_000, 40, 400, 10))) })
    const { textStream } = ai.streamText({ ...quiet, model })
    let read = ""
    for await (const delta of textStream) read += delta
    const cost = (600 * 1 + 400 * 0.1 + 40 * 10) / 1e6
    expect(read).toBe("hello ".repeat(20))
    expect(await account.ledger()).toEqual({ spent: cost, held: 0, unknown: 0, holds: [cost] })
  })

  it("is refused before it is sent: onError and fullStream have the refusal, and textStream ends", async () => {
    await using account = await openModels(sdk, 0.0001)
    let sent = 0
    const doStream = async () => {
      sent++
      return streamed()
    }
    const told: Array<unknown> = []
    const ask = () =>
      ai.streamText({
        prompt: "Hello",
        maxRetries: 5,
        model: account.modelOf({ doStream }),
        onError: ({ error }) => void told.push(error)
      })
    const { errors, read } = await readAll(ask().fullStream)
    expect([errors, read]).toEqual([[expect.any(BudgetExceeded)], ""])
    let seen = ""
    for await (const delta of ask().textStream) seen += delta
    expect([seen, sent, told]).toEqual(["", 0, [errors[0], expect.any(BudgetExceeded)]])
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0, holds: [] })
  })

  it("ends with the refusal once it outgrows the budget, and its provider's answer is cancelled", async () => {
    await using account = await openModels(sdk, 0.01, { output: 64 })
    const answer = fed(...text(2_000))
    const told: Array<unknown> = []
    const model = account.modelOf({ doStream: async () => ({ stream: answer.stream }) })
    const { fullStream } = ai.streamText({ ...once, model, onError: ({ error }) => void told.push(error) })
    const { errors, read } = await readAll(fullStream)
    expect(errors).toEqual([expect.any(BudgetExceeded)])
    expect([told, answer.seen.cancelled]).toEqual([errors, true])
    const { holds, ...counters } = await account.ledger()
    const [{ amount = 0 } = {}] = await account.holds()
    expect([holds, counters]).toEqual([["unknown"], { spent: 0, held: 0, unknown: amount }])
    // It went on until nearly all of the cent was held.
    expect(amount).toBeGreaterThan(0.008)
    expect((read.length / 6) * DELTA).toBeLessThanOrEqual(amount)
  })

  it("that outgrows the budget is estimated, if the budget says so", async () => {
    await using account = await openModels(sdk, 0.01, { output: 64, onAbort: "estimate" })
    const { stream } = fed(...text(2_000))
    const { errors } = await readAll(
      ai.streamText({ ...quiet, model: account.modelOf({ doStream: async () => ({ stream }) }) }).fullStream
    )
    expect(errors).toEqual([expect.any(BudgetExceeded)])
    const { spent = 0, ...others } = await account.ledger()
    expect(others).toEqual({ held: 0, unknown: 0, holds: [spent] })
    expect(spent).toBeGreaterThan(0.008)
  })

  it("is unknown without a usage, or estimated by its deltas: never 0", async () => {
    await using account = await openModels(sdk)
    const after = async (parts: ReadonlyArray<Part>, onMissingUsage?: "estimate") => {
      const model = account.modelOf({ doStream: async () => streamed(...parts) }, { onMissingUsage })
      await ai.streamText({ ...quiet, model }).consumeStream()
      const { cost, amount = 0, basis } = (await account.holds()).at(-1) ?? {}
      return { cost: cost ?? null, basis, input: amount - 1_024e-5 }
    }
    const nameless = [...text(20), finish(stated(undefined, undefined))]
    expect(await after(text(20))).toMatchObject({ cost: null, basis: null })
    expect(await after(nameless)).toMatchObject({ cost: null, basis: null })
    for (const parts of [text(20), nameless]) {
      const { basis, cost, input } = await after(parts, "estimate")
      expect([basis, cost]).toEqual(["estimate", expect.closeTo(input + 20 * DELTA, 9)])
    }
    const { cost, input } = await after([], "estimate")
    expect([input > 0, cost]).toEqual([true, expect.closeTo(input, 9)])
    expect(await account.ledger()).toMatchObject({ held: 0 })
  })

  const aborts = { unknown: "unknown", estimate: 10, drain: 400 } as const
  it.each(Object.entries(aborts))("that is aborted ends at once, with onAbort %s", async (onAbort, end) => {
    await using account = await openModels(sdk, 1, { onAbort: onAbort as keyof typeof aborts })
    const answer = fed(...text(10).slice(0, -1))
    const stop = new AbortController()
    const model = account.modelOf({ doStream: async () => ({ stream: answer.stream }) })
    const { textStream } = ai.streamText({ ...quiet, model, abortSignal: stop.signal })
    let read = 0
    for await (const _ of textStream) {
      if (++read === 10) stop.abort()
    }
    // What the provider sends after it.
    if (onAbort === "drain") {
      answer.feed(finish(stated(100, 30)))
      answer.close()
    }
    await vi.waitUntil(async () => (await account.counters()).held === 0)
    const [{ amount = 0 } = {}] = await account.holds()
    const cost = end === "unknown" ? 0 : end === 10 ? amount - 1_024e-5 + 10 * DELTA : 0.0004
    const { holds, ...counters } = await account.ledger()
    expect(counters).toEqual({ spent: expect.closeTo(cost, 9), held: 0, unknown: end === "unknown" ? amount : 0 })
    expect([holds, answer.seen.cancelled]).toEqual([[end === "unknown" ? end : counters.spent], onAbort !== "drain"])
  })

  it("whose reader leaves textStream by break ends with its lease, or at once by an abort", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "Date", "performance"],
      now: Date.parse("2026-03-05T12:00:00Z")
    })
    await using account = await openModels({ ...sdk, storage: "memory" })
    const leave = async (abortSignal?: AbortSignal) => {
      const answer = fed(...text(3))
      const model = account.modelOf({ doStream: async () => ({ stream: answer.stream }) })
      for await (const _ of ai.streamText({ ...quiet, model, ...(abortSignal && { abortSignal }) }).textStream) break
      await settle()
      return answer
    }
    const stop = new AbortController()
    const aborted = await leave(stop.signal)
    stop.abort()
    await vi.waitUntil(() => aborted.seen.cancelled, { interval: 0 })
    await vi.advanceTimersByTimeAsync(1)
    await leave()
    const { amount = 0 } = (await account.holds())[0] ?? {}
    expect(await account.ledger()).toEqual({ spent: 0, held: amount, unknown: amount, holds: ["unknown", "open"] })
    for (let minute = 0; minute < 20; minute++) await vi.advanceTimersByTimeAsync(60_000)
    // The hold is expired by the next request that needs its room.
    await rejection(account.spending.authorize({ key: account.key, amount: 1 }))
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 2 * amount, holds: ["unknown", "unknown"] })
  })

  it("that outlives its gate is read on until it needs more, and its hold is left to its lease", async () => {
    await using account = await openModels({ ...sdk, storage: "file" }, 1, { output: 64 })
    const answer = fed(...text(3).slice(0, -1))
    const model = account.modelOf({ doStream: async () => ({ stream: answer.stream }) })
    const reading = readAll(ai.streamText({ ...quiet, model }).fullStream)
    await vi.waitUntil(async () => (await account.holds())[0]?.sent_at != null)
    await account.gate.close()
    answer.feed(...text(2_000).slice(2))
    expect((await reading).errors).toEqual([expect.any(StorageFailure)])
    expect(answer.seen.cancelled).toBe(true)
  })

  it("whose reader cancels it is unknown at once, and settled if its usage was read", async () => {
    await using account = await openModels(sdk)
    const cancel = async (parts: ReadonlyArray<Part>) => {
      const answer = fed(...parts)
      const { doStream } = account.modelOf({ doStream: async () => ({ stream: answer.stream }) })
      const { stream } = await doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] })
      const reader = stream.getReader()
      for (const _ of parts) await reader.read()
      await reader.cancel()
      return answer.seen.cancelled
    }
    expect(await cancel(text(3))).toBe(true)
    expect((await account.ledger()).holds).toEqual(["unknown"])
    expect(await cancel([...text(3), finish(stated(100, 10))])).toBe(true)
    const { amount } = (await account.holds())[0] ?? {}
    expect(await account.ledger()).toEqual({ spent: 0.0002, held: 0, unknown: amount, holds: ["unknown", 0.0002] })
  })

  it("releases its hold if the provider refuses it before a token, and leaves it unknown after one", async () => {
    await using account = await openModels(sdk)
    const busy = failure(sdk, 503)
    const after = async (doStream: () => Promise<{ readonly stream: ReadableStream<Part> }>) => {
      const { errors } = await readAll(ai.streamText({ ...quiet, model: account.modelOf({ doStream }) }).fullStream)
      expect(errors).toEqual([busy])
      return (await account.ledger()).holds.at(-1)
    }
    const [start] = text(0).slice(0, 1) as [Part]
    const error: Part = { type: "error", error: busy }
    expect(await after(() => Promise.reject(busy))).toBe("released")
    expect(await after(async () => streamed(start, error))).toBe("released")
    expect(await after(async () => streamed(...text(5), error))).toBe("unknown")
    // What it states of its usage counts all the same.
    expect(await after(async () => streamed(...text(5), error, finish(stated(100, 10))))).toBe(0.0002)
    expect(await account.ledger()).toMatchObject({ spent: 0.0002, held: 0 })
  })

  it("fails as it does without a budget if its provider's connection is lost", async () => {
    await using account = await openModels(sdk)
    const lost = new TypeError("terminated")
    const seen = async (isPaid: boolean) => {
      const answer = fed(...text(5))
      const doStream = async () => ({ stream: answer.stream })
      const model = isPaid ? account.modelOf({ doStream }) : new sdk.LanguageModel({ doStream })
      const told: Array<unknown> = []
      const outcome = readAll(
        ai.streamText({ ...once, model, onError: ({ error }) => void told.push(error) }).fullStream
      )
      const ended = outcome.catch((error) => error)
      for (let turn = 0; turn < 20; turn++) await settle()
      answer.fail(lost)
      return { ended: await ended, told }
    }
    expect(await seen(true)).toEqual(await seen(false))
    expect(await account.ledger()).toMatchObject({ spent: 0, held: 0, holds: ["unknown"] })
  })

  it("holds each step of a tool loop, all of them in the run around it, wherever it is read", async () => {
    await using account = await openModels(sdk)
    let steps = 0
    const doStream = async () => {
      const usage = { ...finish(stated(100, 10)) }
      if (++steps === 3) return streamed(...text(2), usage)
      const call: Part = { type: "tool-call", toolCallId: `c${steps}`, toolName: "search", input: "{}" }
      return streamed(call, { ...usage, finishReason: { unified: "tool-calls", raw: undefined } } as Part)
    }
    const search = ai.tool({ inputSchema: ai.jsonSchema<object>({ type: "object" }), execute: async () => "found" })
    const model = account.modelOf({ doStream })
    const streaming = await withRun(account.spending, { id: "job", limit_usd: 0.5 }, async () => ({
      answer: ai.streamText({ ...quiet, model, tools: { search }, stopWhen: ai.stepCountIs(9) })
    }))
    expect((await readAll(streaming.answer.fullStream)).read).toBe("hello hello ")
    expect(await account.ledger()).toEqual({ spent: 0.0006, held: 0, unknown: 0, holds: [0.0002, 0.0002, 0.0002] })
    const { budgets } = await account.spending.authorize({
      key: account.key,
      amount: 0.1,
      run: [{ id: "job" }],
      dry_run: true
    })
    expect(budgets).toContainEqual(expect.objectContaining({ scope: "run", spent: 0.0006 }))
  })
})
