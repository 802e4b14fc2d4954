import type { ServerResponse } from "node:http"
import { BudgetExceeded, Tollgate, TooManyInFlight, toWire, type WireDialect } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { askOnce, clientNames, clientOf, shownWire, wireTable } from "./wireTable.mjs"

/** The error of a request whose dollar is spent, as a gate gives it. */
const spent = async () => {
  await using gate = await Tollgate.open({ memory: true })
  await gate.prices.merge([{ provider: "acme", model: "writer", rates: { input: 10, output: 20 } }])
  const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
  const { data, key } = await gate.asOrganization(organization.id).keys.create({ name: "Docs", limit: 1 })
  const first = await gate.spending.authorize({ key, amount: 0.5 })
  await first.settle({ cost: 0.5 })
  const open = await gate.spending.authorize({ key, amount: 0.25 })
  const request = { key, model: "writer", usage: { input: 5_000, output: 50_000 } }
  const refusal = await gate.spending.authorize(request).catch((error: unknown) => error)
  await open.release()
  return { hash: data.hash, refusal }
}

const message =
  "The amount does not fit the lifetime budget of the key. $0.25 of $1 is left, enough for 10000 output tokens."

const factsOf = (hash: string) => ({
  reason: "budget_spent",
  scope: "key",
  id: hash,
  window: "lifetime",
  limit_usd: 1,
  spent_usd: 0.5,
  held_usd: 0.25,
  unknown_usd: 0,
  asked_usd: 1.05,
  remaining_usd: 0.25,
  remaining_output_tokens: 10_000,
  resets_at: null
})

const whole = (refusal: unknown, dialect: WireDialect) => (response: ServerResponse) => {
  const { body, headers, status } = toWire(refusal, dialect)
  response.writeHead(status, headers).end(JSON.stringify(body))
}

/** A part of an answer, and then the refusal of the next slice. */
const cut = (refusal: unknown, dialect: WireDialect) => (response: ServerResponse) => {
  const part = {
    openai: { id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: "word" } }] },
    anthropic: { type: "ping" },
    gemini: { candidates: [{ content: { role: "model", parts: [{ text: "word" }] } }] }
  }[dialect]
  const begin = dialect === "anthropic" ? "event: ping\n" : ""
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.write(`${begin}data: ${JSON.stringify(part)}\n\n`)
  // A part of its own: the SDK of Google reads an error only where one begins.
  setImmediate(() => response.end(toWire(refusal, dialect).event))
}

describe("The official SDKs", () => {
  it("repeat what helps and nothing else, and show the code: the table is the one in the document", async () => {
    const { table, waits } = await wireTable()
    expect(table, "npm run generate writes the table anew").toBe(shownWire())
    // `retry-after` of most refusals, and of `RateLimited`.
    for (const name of ["openai", "anthropic"]) expect(waits[name]).toEqual(expect.arrayContaining([1_000, 2_000]))
  })

  it.each([false, true])("show what is left in USD and in output tokens (stream: %s)", async (stream) => {
    const { hash, refusal } = await spent()
    const facts = factsOf(hash)
    const shown = await Promise.all(
      ["openai", "anthropic", "gemini"].map(async (name) => {
        const client = await clientOf(name)
        const { requests, result } = await askOnce(client, whole(refusal, client.dialect), stream)
        return { requests, result }
      })
    )
    const [openai, anthropic, gemini] = shown
    if (!(gemini?.result instanceof Error)) throw new Error("It has no error.")
    expect(openai).toMatchObject({
      requests: 1,
      result: {
        status: 429,
        code: "insufficient_quota",
        type: "insufficient_quota",
        error: { message, details: facts }
      }
    })
    expect(anthropic).toMatchObject({
      requests: 1,
      result: { status: 402, type: "billing_error", apiMessage: message, errorCode: "budget_spent", details: facts }
    })
    expect(gemini).toMatchObject({ requests: 1, result: { status: 429 } })
    // The message of this SDK is the body.
    const { error } = JSON.parse(gemini.result.message)
    const { reason, ...others } = facts
    expect(error).toMatchObject({ code: 429, status: "RESOURCE_EXHAUSTED", message })
    expect(error.details[0]).toMatchObject({
      reason: reason.toUpperCase(),
      metadata: Object.fromEntries(
        Object.entries(others).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
      )
    })
  })

  it.each(clientNames.slice(0, 3))("%s: ends a stream with the refusal, and asks once", async (name) => {
    const refusal = new BudgetExceeded({ reason: "budget_spent", budgets: [] })
    const client = await clientOf(name)
    const { requests, result } = await askOnce(client, cut(refusal, client.dialect), true)
    expect(requests).toBe(1)
    expect(result).toBeInstanceOf(Error)
    expect(JSON.stringify(result) + String(result)).toMatch(/insufficient_quota|billing_error|RESOURCE_EXHAUSTED/)
  })

  it("ends a stream with an event that names what to wait for, too", () => {
    const { event } = toWire(new TooManyInFlight({ scopes: [] }), "gemini")
    expect(JSON.parse(event.slice("data: ".length)).error.details).toContainEqual({
      "@type": "type.googleapis.com/google.rpc.RetryInfo",
      retryDelay: "1s"
    })
  })
})
