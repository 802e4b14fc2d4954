import { describe, expect, it } from "vitest"
import { formatReport } from "../../dist/conformance/Report.js"
import type { Run } from "../../dist/conformance/Run.js"
import { caseOf, type Fake, run } from "./fakeServer.js"

const account = {
  MGMT_KEY: "tg_mk_0",
  GATEWAY_KEY: "tg_gk_0",
  CHALLENGE_S256: "c",
  VERIFIER_S256: "v"
}

/** What is made, and what was asked for it. Every request is answered with everything that a new object has. */
const making = async <A>(make: (run: Run) => Promise<A>) => {
  const asked: Array<string> = []
  const made: Array<A> = []
  const fake: Fake = ({ headers, method, url }, body) => {
    asked.push(`${method} ${url?.replace("/api/v1", "")} ${headers.authorization} ${body}`.trim())
    const data = { id: "i", hash: "h", creator_user_id: "u", created_by: "o" }
    return { status: 201, body: { data, key: `key-${asked.length}-of-this-run` } }
  }
  const one = caseOf(async (run) => made.push(await make(run)))
  const report = await run(fake, [one], { account })
  return { asked, made: made[0], report }
}

const manager = "Bearer tg_mk_0"
const fresh = /new-[0-9a-f-]{36}/g
const masked = (asked: ReadonlyArray<string>) => asked.map((text) => text.replace(fresh, "new"))

describe("what a case needs", () => {
  it("is made by requests with the management key", async () => {
    const callback = '"callback_url":"https://app.example/callback"'
    const { asked, made } = await making(async ({ made }) => [
      await made.code(),
      await made.usedCode(),
      await made.deletedGuardrail(),
      await made.key({ limit: 1 }),
      await made.credential()
    ])
    expect(made).toEqual(["i", "i", "i", { key: "key-6-of-this-run", hash: "h" }, "i"])
    expect(asked).toEqual([
      `POST /auth/keys/code ${manager} {${callback}}`,
      `POST /auth/keys/code ${manager} {${callback},"code_challenge":"c","limit":5}`,
      `POST /auth/keys ${manager} {"code":"i","code_verifier":"v"}`,
      `POST /guardrails ${manager} {"name":"Temporary"}`,
      `DELETE /guardrails/i ${manager}`,
      `POST /keys ${manager} {"name":"Temporary","limit":1}`,
      `POST /byok ${manager} {"name":"Temporary","provider":"openai","key":"temporary"}`
    ])
  })

  it("has names of its own, each time anew", async () => {
    const { asked, made } = await making(async ({ made }) => [
      await made.guardrailOfMember(),
      await made.member(),
      await made.preset()
    ])
    const [assigned, user, slug] = made ?? []
    expect(assigned).toEqual({ guardrail: "i", user: expect.stringMatching(fresh) })
    expect(new Set([user, slug, asked.join().match(fresh)?.[0]]).size).toBe(3)
    expect(masked(asked)).toEqual([
      `POST /guardrails ${manager} {"name":"Temporary"}`,
      `POST /organization/members ${manager} {"user_id":"new","role":"member"}`,
      `POST /guardrails/i/assignments/members ${manager} {"member_user_ids":["new"]}`,
      `POST /organization/members ${manager} {"user_id":"new","role":"member"}`,
      `POST /presets ${manager} {"name":"Temporary","slug":"new"}`
    ])
  })

  it("is, for holds, one key for an account that spends without a limit", async () => {
    const { asked } = await making(async ({ made }) => [await made.hold(), await made.hold()])
    const hold =
      '{"key":"key-2-of-this-run","credential":"own","amount":0.25,"models":["acme/writer"],"lease_seconds":86400}'
    expect(masked(asked)).toEqual([
      `POST /workspaces ${manager} {"name":"Temporary","slug":"new"}`,
      `POST /keys ${manager} {"name":"Temporary","limit":null,"workspace_id":"i"}`,
      `POST /workspaces/i/members/add ${manager} {"user_ids":["u"]}`,
      `POST /holds Bearer tg_gk_0 ${hold}`,
      `POST /holds Bearer tg_gk_0 ${hold}`
    ])
  })

  it("is a secret from then on, which no answer contains", async () => {
    const fake: Fake = ({ method }) =>
      method === "POST"
        ? { status: 201, body: { data: { hash: "h" }, key: "tg_sk_canary" } }
        : { status: 200, body: {}, headers: { "x-echo": "tg_sk_canary" } }
    const leaking = caseOf(async ({ api, made }) => {
      await made.key()
      await api.get("/nowhere", { status: 200 })
    })
    expect((await run(fake, [leaking], { account })).failed).toMatchObject([
      { reasons: ["GET /nowhere: leaks a made key"] }
    ])
  })
})

describe("a report", () => {
  it("is a line for each case that did not pass, and the sums", () => {
    const report = {
      passed: 2,
      failed: [{ n: 3, operationId: "updateKey", name: "a", reasons: ["x", "y"] }],
      skipped: [{ n: 4, operationId: null, name: "b", reason: "no CODE" }]
    }
    expect(formatReport(report)).toBe(
      "FAIL #3 updateKey | a | x; y\nSKIP #4 transport | b | no CODE\n2 passed, 1 failed, 1 skipped"
    )
  })
})
