import { describe, expect, it } from "@effect/vitest"
import { BudgetExceeded, Refusals, RefusingBudget, toWire, Usd, type WireDialect } from "@tollgate/core"
import { Arbitrary, FastCheck, Schema } from "effect"
import { runs } from "../../../../test/runs.js"

const dialects: ReadonlyArray<WireDialect> = ["openai", "anthropic", "gemini"]

const aBudget = (fields: Partial<typeof RefusingBudget.Encoded> = {}) =>
  Schema.decodeSync(RefusingBudget)({
    scope: "key",
    id: "the hash",
    window: "monthly",
    limit: 25,
    boost: 0,
    spent: 24.5,
    held: 0.25,
    unknown: 0.125,
    asked: 0.5,
    remaining: 0.125,
    resets_at: "2026-06-01T00:00:00.000Z",
    holds: 1,
    earliest_lease_end: null,
    ...fields
  })

const spent = (...budgets: ReadonlyArray<RefusingBudget>) =>
  new BudgetExceeded({ reason: "budget_spent", budgets, remaining_output_tokens: 120 })

const facts = {
  reason: "budget_spent",
  scope: "key",
  id: "the hash",
  window: "monthly",
  limit_usd: 25,
  boost_usd: 0,
  spent_usd: 24.5,
  held_usd: 0.25,
  unknown_usd: 0.125,
  asked_usd: 0.5,
  remaining_usd: 0.125,
  remaining_output_tokens: 120,
  resets_at: "2026-06-01T00:00:00.000Z"
}

const message =
  "The amount does not fit the monthly budget of the key. $0.125 of $25 is left, enough for 120 output tokens. It resets at 2026-06-01T00:00:00.000Z."

const once = { "content-type": "application/json", "x-should-retry": "false" }

describe("toWire", () => {
  it("states what is left of a budget in the form of OpenAI, and is not repeated", () => {
    const error = { message, type: "insufficient_quota", param: null, code: "insufficient_quota", details: facts }
    expect(toWire(spent(aBudget()), "openai")).toEqual({
      status: 429,
      code: "insufficient_quota",
      headers: once,
      body: { error },
      event: `data: ${JSON.stringify({ error })}\n\n`
    })
  })

  it("names the dialects to one who asks for another", () => {
    const said = new TypeError('The dialect of toWire must be "openai", "anthropic" or "gemini".')
    // @ts-expect-error
    expect(() => toWire(spent(aBudget()), "azure")).toThrow(said)
  })

  it("states it in the form of Anthropic", () => {
    const body = {
      type: "error",
      error: { type: "billing_error", message, details: { error_code: "budget_spent", ...facts } }
    }
    expect(toWire(spent(aBudget()), "anthropic")).toEqual({
      status: 402,
      code: "billing_error",
      headers: once,
      body,
      event: `event: error\ndata: ${JSON.stringify(body)}\n\n`
    })
  })

  it("states it in the form of Gemini, whose facts are texts", () => {
    const { reason, ...others } = facts
    const info = {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: reason.toUpperCase(),
      domain: "tollgate",
      metadata: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
    }
    const { body, code, headers, status } = toWire(spent(aBudget()), "gemini")
    expect({ body, code, headers, status }).toEqual({
      status: 429,
      code: "RESOURCE_EXHAUSTED",
      headers: once,
      body: { error: { code: 429, message, status: "RESOURCE_EXHAUSTED", details: [info] } }
    })
  })

  it("answers 403 in place of 429 to clients that repeat by the status, unless a repetition helps", () => {
    const answers = dialects.map((dialect) => {
      const { code, status } = toWire(spent(aBudget()), dialect, { retriesByStatus: true })
      return [dialect, status, code]
    })
    expect(answers).toEqual([
      ["openai", 403, "insufficient_quota"],
      ["anthropic", 402, "billing_error"],
      ["gemini", 403, "PERMISSION_DENIED"]
    ])
    const held = new BudgetExceeded({ reason: "budget_held", budgets: [aBudget()] })
    for (const dialect of dialects) expect(toWire(held, dialect, { retriesByStatus: true }).status).toBe(429)
  })

  it.each(["guardrail_member", "workspace", "organization"] as const)(
    "tells of the budget of a %s what is left, and not what others have spent",
    (scope) => {
      const { body } = toWire(spent(aBudget({ scope, id: "an id" })), "openai")
      const shared = { id: null, limit_usd: null, boost_usd: null, spent_usd: null, held_usd: null, unknown_usd: null }
      expect(body.error["details"]).toEqual({ ...facts, scope, ...shared })
    }
  )

  it("tells of the budget of a run, which several keys may spend from, its path and what is left", () => {
    const { body } = toWire(spent(aBudget({ scope: "run", id: "job-7" })), "openai")
    const shared = { limit_usd: null, boost_usd: null, spent_usd: null, held_usd: null, unknown_usd: null }
    expect(body.error["details"]).toEqual({ ...facts, scope: "run", id: "job-7", ...shared })
    expect(body.error["message"]).not.toContain("of $25")
  })

  it.each([
    [0.25, "1"],
    [-1, "1"],
    [1.5, "2"],
    [30, "30"],
    [Number.NaN, "1"],
    [Number.POSITIVE_INFINITY, "1"]
  ])("states %s seconds to wait as whole ones: %s", (retryAfter, seconds) => {
    const limited = { _tag: "RateLimited", reason: "rate_limited", retryAfter }
    for (const dialect of dialects) expect(toWire(limited, dialect).headers["retry-after"]).toBe(seconds)
    expect(toWire(limited, "gemini").event).toContain(`"retryDelay":"${seconds}s"`)
  })

  it("states the least that is left, and never less than nothing", () => {
    const leftOf = (...remaining: ReadonlyArray<number>) =>
      toWire(spent(...remaining.map((amount) => aBudget({ remaining: amount }))), "openai").body.error["details"]
    expect(leftOf(0.5, 0.25)).toMatchObject({ remaining_usd: 0.25 })
    expect(leftOf(0.5, -3)).toMatchObject({ remaining_usd: 0 })
  })

  it("tells no detail of an error that is not a refusal", () => {
    const secret = "sk-of-the-gateway"
    const errors = [
      new Error(secret),
      Object.assign(new Error(secret), { _tag: "toString" }),
      Object.assign(new Error(secret), { _tag: "Other", status: 404 }),
      secret,
      null,
      undefined
    ]
    for (const error of errors) {
      for (const dialect of dialects) {
        const wire = toWire(error, dialect)
        expect([wire.status, wire.headers["x-should-retry"]]).toEqual([500, "false"])
        expect(JSON.stringify(wire)).not.toContain(secret)
      }
    }
  })

  const kinds = Object.entries(Refusals)

  it.each(kinds)("%s: the plain fields alone give the answer of the class, and 409 is none", (tag, kind) => {
    // Each class is a schema of its own instances.
    const instances = Arbitrary.make(kind as unknown as Schema.Schema<InstanceType<typeof kind>>)
    FastCheck.assert(
      FastCheck.property(instances, FastCheck.constantFrom(...dialects), (refusal, dialect) => {
        const { issues, message, reason, status } = refusal
        const wire = toWire(refusal, dialect)
        // What a client has made of an answer: amounts are numbers, and times are texts.
        const plain = { ...refusal, ...refusal.details, _tag: tag, issues, message, reason, status }
        expect(toWire(plain, dialect)).toEqual(wire)
        expect([400, 401, 402, 403, 404, 429, 500, 503, 529]).toContain(wire.status)
        expect(wire.headers["x-should-retry"]).toBe(String("retry-after" in wire.headers))
        expect(JSON.parse(JSON.stringify(wire))).toEqual(wire)
      }),
      { numRuns: runs(20, 200) }
    )
  })

  it("shows amounts to the nano-dollar, in the classes of core and as plain numbers", () => {
    const nano = Usd.toNumber(Usd.Usd.make(1n))
    expect(toWire(spent(aBudget({ remaining: nano })), "openai").body.error["details"]).toMatchObject({
      remaining_usd: 1e-9
    })
  })
})
