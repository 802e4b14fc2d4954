import { describe, expect, it } from "vitest"
import { badRequest, notFound, type Reply, reasons, refusal } from "./fakeServer.js"

const ok: Reply = { status: 200, body: { data: [], total_count: 0 } }
const account = { MGMT_KEY: "tg_mk_0123456789", BYOK_SECRET: "sk-upstream-secret", CODE_S256: "code-0123456789" }

/** What is said of one answer whose status is the expected one. */
const judged = async (reply: Reply) => {
  const found = await reasons(
    () => reply,
    ({ api }) => api.get("/presets", { status: reply.status }, {}),
    { account }
  )
  return found.map((reason) => reason.replace("GET /presets: ", ""))
}

describe("every answer", () => {
  it("passes when it is as it should be", async () => {
    for (const reply of [ok, notFound, badRequest, refusal(401, "Invalid credentials"), refusal(413, "Too large")]) {
      expect(await judged(reply)).toEqual([])
    }
  })

  it("carries a request id, no-sniff and the JSON content type", async () => {
    expect(await judged({ ...ok, headers: { "x-request-id": undefined } })).toEqual(["no x-request-id"])
    expect(await judged({ ...ok, headers: { "x-content-type-options": undefined } })).toEqual([
      "no x-content-type-options: nosniff"
    ])
    expect(await judged({ ...ok, headers: { "content-type": "text/html" } })).toEqual(["content-type text/html"])
  })

  it("is, where it is a success, as the contract declares it, with whole times", async () => {
    const preset = {
      id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001",
      name: "Concise",
      slug: "concise",
      description: null,
      designated_version_id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001",
      status: "active",
      status_updated_at: null,
      workspace_id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001",
      creator_user_id: "ada",
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z"
    }
    const listing = (fields: object) => judged({ ...ok, body: { data: [{ ...preset, ...fields }], total_count: 1 } })
    expect(await listing({})).toEqual([])
    expect(await listing({ description: undefined })).toEqual(["body.data.0.description: is missing"])
    expect(await listing({ surplus: 1 })).toHaveLength(1)
    expect(await listing({ name: 1 })).toHaveLength(1)
    expect(await listing({ created_at: "2026-01-01" })).toEqual(['"created_at":"2026-01-01" is no ISO time'])
  })

  it("is JSON", async () => {
    expect(await judged({ ...ok, body: "hello" })).toEqual(["the body is not JSON"])
  })

  it("holds no secret of the run, in body or headers", async () => {
    expect(await judged({ ...ok, headers: { "x-echo": "sk-upstream-secret" } })).toEqual(["leaks BYOK_SECRET"])
    expect(await judged({ ...notFound, headers: { "x-echo": "tg_mk_0123456789" } })).toEqual(["leaks MGMT_KEY"])
    expect(await judged(refusal(400, "Invalid request parameters", { user_id: "code-0123456789" }))).toEqual([
      "leaks CODE_S256"
    ])
  })

  it("challenges with 401, lists methods with 405 and tells with 429 when to come back", async () => {
    expect(await judged({ ...refusal(401, "Invalid credentials"), headers: {} })).toEqual([
      "www-authenticate undefined"
    ])
    expect(await judged(refusal(405, "Method not allowed"))).toEqual(["405 without allow"])
    expect(await judged(refusal(429, "Rate limit exceeded"))).toEqual([
      "429 with retry-after undefined",
      "429 with x-ratelimit-limit undefined",
      "429 with x-ratelimit-remaining undefined",
      "429 with x-ratelimit-reset undefined"
    ])
  })
})

describe("every error", () => {
  it("has its status as its code", async () => {
    expect(await judged({ ...notFound, body: { error: { code: 400, message: "Resource not found" } } })).toEqual([
      "body.error.code = 400, expected 404"
    ])
  })

  it("has the contract's message", async () => {
    const [reason] = await judged(refusal(404, "No such key"))
    expect(reason).toContain('body.error.message = "No such key"')
  })

  it("has no names beyond the envelope's", async () => {
    expect(await judged(refusal(404, "Resource not found", { _tag: "KeyNotFound" }))).toEqual([
      expect.stringMatching(/^body\._tag: is unexpected/)
    ])
    expect(
      await judged({ ...notFound, body: { error: { code: 404, message: "Resource not found", hash: "x" } } })
    ).toEqual([expect.stringMatching(/^body\.error\.hash: is unexpected/)])
  })

  it("has metadata that helps a machine and repeats no value", async () => {
    const withMetadata = (metadata: unknown) =>
      judged({ ...badRequest, body: { error: { code: 400, message: "Invalid request parameters", metadata } } })
    expect(await withMetadata(null)).toEqual([])
    expect(await withMetadata({ reason: "invalid_body", issues: [{ path: ["limit"], expected: "a number" }] })).toEqual(
      []
    )
    expect(await withMetadata({ reason: "Not A Word" })).toContainEqual(
      expect.stringMatching(/^body\.error\.metadata\.reason: /)
    )
    expect(await withMetadata({ issues: [{ path: ["limit"], expected: "a number", actual: -1 }] })).toContainEqual(
      expect.stringMatching(/^body\.error\.metadata\.issues\.0\.actual: is unexpected/)
    )
  })

  it("shows nothing of the server's inside", async () => {
    for (const message of [
      "x\n    at run (server.js:10:3)",
      "SQLITE_BUSY",
      "(FiberFailure) boom",
      "node_modules/effect"
    ]) {
      const found = await judged(refusal(418, message))
      expect(found).toHaveLength(1)
      expect(found[0]).toMatch(/^shows its inside/)
    }
  })

  it("is never above 499 where something else was expected", async () => {
    const failing = () => refusal(500, "Internal Server Error")
    expect(await reasons(failing, ({ api }) => api.get("/presets", { status: 400 }))).toEqual([
      "GET /presets: an answer above 499",
      "GET /presets: status 500, expected 400"
    ])
  })
})
