import { formatReport, poolHooks, readVars } from "@tollgate/testing/conformance"
import { describe, expect, it } from "vitest"
import { type Fake, notFound, refusal, withFake } from "./fakeServer.js"

const vars = { MGMT_KEY: "tg_mk_0", VERIFIER_S256: "v", BASE_URL: "http://127.0.0.1:1" }
const name = expect.stringMatching(/^new-[0-9a-f-]{36}$/)

describe("hooks over a pool", () => {
  it("give each thing out once", async () => {
    const { setup } = poolHooks({ "code:plain": [{ CODE_PLAIN: "a" }, { CODE_PLAIN: "b" }] })
    expect(await setup("code:plain", vars)).toEqual({ vars: { CODE_PLAIN: "a" } })
    expect(await setup("code:plain", vars)).toEqual({ vars: { CODE_PLAIN: "b" } })
    expect(await setup("code:plain", vars)).toBeUndefined()
    expect(await setup("isolate", vars)).toBeUndefined()
  })

  it("send a case to the server that an entry names", async () => {
    const { setup } = poolHooks({ isolate: [{ BASE_URL: "http://127.0.0.1:2/api/v1", MGMT_KEY: "k" }] })
    expect(await setup("isolate", vars)).toEqual({ url: "http://127.0.0.1:2/api/v1", vars: { MGMT_KEY: "k" } })
  })

  it("know disabled and expired keys and expired codes by their placeholders", async () => {
    const { setup } = poolHooks()
    expect(await setup("key:disabled", vars)).toBeUndefined()
    expect(await setup("key:disabled", { ...vars, DISABLED_KEY: "k" })).toEqual({ vars: {} })
    expect(await setup("key:expired", { ...vars, EXPIRED_KEY: "k" })).toEqual({ vars: {} })
    expect(await setup("code:expired", vars)).toBeUndefined()
    expect(await setup("code:expired", { ...vars, CODE_EXPIRED: "c" })).toEqual({ vars: {} })
  })

  it("issue codes, use one up and delete a guardrail by asking the server", async () => {
    const asked: Array<string> = []
    const fake: Fake = ({ headers, method, url }, body) => {
      asked.push(`${method} ${url} ${headers["authorization"]} ${body}`)
      return { status: 200, body: { data: { id: "x" } } }
    }
    const { setup } = poolHooks()
    await withFake(fake, async (url) => {
      const at = { ...vars, BASE_URL: url, CHALLENGE_S256: "c", VERIFIER_PLAIN: "p" }
      expect(await setup("code:none", at)).toEqual({ vars: { CODE_NOPKCE: "x" } })
      expect(await setup("code:plain", at)).toEqual({ vars: { CODE_PLAIN: "x" } })
      expect(await setup("code:used", at)).toEqual({ vars: { CODE_USED: "x" } })
      expect(await setup("guardrail-deleted", at)).toEqual({ vars: { DELETED_GUARDRAIL_ID: "x" } })
    })
    const callback = '"callback_url":"https://app.example/callback"'
    expect(asked).toEqual([
      `POST /api/v1/auth/keys/code Bearer tg_mk_0 {${callback}}`,
      `POST /api/v1/auth/keys/code Bearer tg_mk_0 {${callback},"code_challenge":"p","code_challenge_method":"plain"}`,
      `POST /api/v1/auth/keys/code Bearer tg_mk_0 {${callback},"code_challenge":"c","limit":5}`,
      'POST /api/v1/auth/keys Bearer tg_mk_0 {"code":"x","code_verifier":"v"}',
      'POST /api/v1/guardrails Bearer tg_mk_0 {"name":"Temporary"}',
      "DELETE /api/v1/guardrails/x Bearer tg_mk_0 "
    ])
  })

  it("put a member of their own under a guardrail of their own", async () => {
    const asked: Array<string> = []
    const fake: Fake = ({ method, url }) => {
      asked.push(`${method} ${url}`)
      return { status: String(url).endsWith("/g/assignments/members") ? 200 : 201, body: { data: { id: "g" } } }
    }
    const made = await withFake(fake, (url) => poolHooks().setup("member-assigned", { ...vars, BASE_URL: url }))
    expect(made).toEqual({ vars: { GUARDRAIL_ID: "g", MEMBER_USER_ID: name } })
    expect(asked).toEqual([
      "POST /api/v1/guardrails",
      "POST /api/v1/organization/members",
      "POST /api/v1/guardrails/g/assignments/members"
    ])
  })

  it("make what a case uses up by asking the server, each time anew", async () => {
    const asked: Array<string> = []
    const fake: Fake = ({ method, url }, body) => {
      asked.push(`${method} ${url} ${body}`)
      return { status: 201, body: { data: { id: "g", hash: "h" }, key: "k" } }
    }
    const { setup } = poolHooks()
    await withFake(fake, async (url) => {
      const at = { ...vars, BASE_URL: url }
      expect(await setup("guardrail-fresh", at)).toEqual({ vars: { GUARDRAIL_ID: "g" } })
      expect(await setup("workspace-fresh", at)).toEqual({ vars: { WORKSPACE_ID: "g" } })
      expect(await setup("member-fresh", at)).toEqual({ vars: { FRESH_USER_ID: name } })
      expect(await setup("key-fresh", at)).toEqual({ vars: { FRESH_KEY: "k", FRESH_KEY_HASH: "h" } })
      expect(await setup("byok-fresh", at)).toEqual({ vars: { FRESH_BYOK_ID: "g" } })
      const names = [await setup("name-fresh", at), await setup("name-fresh", at)]
      expect(names[0]).toEqual({ vars: { FRESH_NAME: name } })
      expect(names[1]).not.toEqual(names[0])
    })
    expect(asked).toEqual([
      'POST /api/v1/guardrails {"name":"Temporary"}',
      expect.stringMatching(/^POST \/api\/v1\/workspaces \{"name":"Temporary","slug":"new-[0-9a-f-]{36}"\}$/),
      expect.stringMatching(
        /^POST \/api\/v1\/organization\/members \{"user_id":"new-[0-9a-f-]{36}","role":"member"\}$/
      ),
      'POST /api/v1/keys {"name":"Temporary"}',
      'POST /api/v1/byok {"name":"Temporary","provider":"openai","key":"temporary"}'
    ])
  })

  it("make the key that holds share once for an account", async () => {
    const asked: Array<string> = []
    const fake: Fake = ({ headers, method, url }) => {
      asked.push(`${method} ${url} ${headers["authorization"]}`)
      const data = { id: "i", hash: "h", creator_user_id: "u" }
      return { status: asked.length === 1 ? 404 : 201, body: { key: `k${asked.length}`, data } }
    }
    const { setup } = poolHooks()
    await withFake(fake, async (url) => {
      const at = { ...vars, BASE_URL: url }
      expect(await setup("spender", at)).toBeUndefined()
      expect(await setup("spender", at)).toEqual({ vars: { SPENDER_KEY: "k3" } })
      expect(await setup("spender", at)).toEqual({ vars: { SPENDER_KEY: "k3" } })
      expect(await setup("spender", { ...at, MGMT_KEY: "tg_mk_1" })).toEqual({ vars: { SPENDER_KEY: "k6" } })
      expect(await setup("hold-open", at)).toBeUndefined()
      const made = { ...at, SPENDER_KEY: "k3", GATEWAY_KEY: "g" }
      expect(await setup("hold-open", made)).toEqual({ vars: { HOLD_ID: "i" } })
      expect(await setup("hold-open", made)).toEqual({ vars: { HOLD_ID: "i" } })
    })
    const spender = (key: string) =>
      ["workspaces", "keys", "workspaces/i/members/add"].map((path) => `POST /api/v1/${path} Bearer ${key}`)
    expect(asked).toEqual([
      "POST /api/v1/workspaces Bearer tg_mk_0",
      ...spender("tg_mk_0"),
      ...spender("tg_mk_1"),
      "POST /api/v1/holds Bearer g",
      "POST /api/v1/holds Bearer g"
    ])
  })

  it("cannot bring about what the server refuses, or what needs an unknown placeholder", async () => {
    const made = await withFake(
      () => notFound,
      (url) => poolHooks().setup("guardrail-deleted", { ...vars, BASE_URL: url })
    )
    expect(made).toBeUndefined()
    expect(await poolHooks().setup("code:S256", vars)).toBeUndefined()
  })

  it("reject where the server's rate limit refuses what a state needs", async () => {
    const limited = { ...refusal(429, "Rate limit exceeded"), headers: { "retry-after": "43" } }
    const asking = withFake(
      () => limited,
      (url) => poolHooks().setup("guardrail-fresh", { ...vars, BASE_URL: url })
    )
    await expect(asking).rejects.toMatchObject({ _tag: "RateLimitReached", seconds: 43 })
  })
})

describe("a variables file", () => {
  it("holds placeholders, and a pool beside them", () => {
    expect(readVars('{"MGMT_KEY":"k","POOL":{"code:none":[{"CODE_NOPKCE":"c"}]}}')).toEqual({
      vars: { MGMT_KEY: "k" },
      pool: { "code:none": [{ CODE_NOPKCE: "c" }] }
    })
    expect(readVars('{"MGMT_KEY":"k"}')).toEqual({ vars: { MGMT_KEY: "k" }, pool: {} })
  })

  it("is refused where a placeholder is no text", () => {
    expect(() => readVars('{"MGMT_KEY":1}')).toThrow()
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
