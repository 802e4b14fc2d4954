import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { betterSqlite3Loads } from "../scripts/betterSqlite3.mjs"

const printed = vi.spyOn(console, "log").mockReturnValue(undefined)
const { app, key } = await import("./inside-hono/dist/main.js")
printed.mockRestore()

const run = async (example: string) => {
  const main = fileURLToPath(new URL(`./${example}/dist/main.js`, import.meta.url))
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [main])
  return { stderr, lines: stdout.trimEnd().split("\n") }
}

const missingCredential = {
  error: {
    code: 401,
    message: "Missing Authentication header",
    metadata: {
      reason: "missing_credential",
      issues: [{ path: ["Authorization"], expected: "a header of the form Bearer <API key>" }]
    }
  }
}

describe("Each example, run as a user runs it, prints what it promises and nothing else", () => {
  it.concurrent("promise-api", async () => {
    expect(await run("promise-api")).toEqual({
      stderr: "",
      lines: [
        "Docs assistant has 23.75 of 25 dollars left today.",
        "The application acts for grace with a key of its own, tg_sk_…",
        "CodeRefused: The authorization code is unknown, expired or used, or the verifier does not match."
      ]
    })
  })

  it.concurrent("effect-native", async () => {
    expect(await run("effect-native")).toEqual({
      stderr: "",
      lines: [
        "A limit of 5 after spending 6.5 leaves -1.5; no limit leaves null.",
        "LastManagementKey: This is the organization's last enabled management key that does not expire. Create another one first."
      ]
    })
  })

  it.skipIf(!betterSqlite3Loads()).concurrent("inside-your-database", async () => {
    expect(await run("inside-your-database")).toEqual({
      stderr: "",
      lines: ["1 customer, 1 request, keys that used 3 dollars"]
    })
  })

  it.concurrent("inside-hono", async () => {
    expect(await run("inside-hono")).toEqual({
      stderr: "",
      lines: ["ada, management", '{"data":[]}', JSON.stringify(missingCredential)]
    })
  })

  it.concurrent("inside-express", async () => {
    expect(await run("inside-express")).toEqual({
      stderr: "",
      lines: ["First management key: no limit", '{"data":[],"total_count":0}']
    })
  })

  it.concurrent("next-route", async () => {
    expect(await run("next-route")).toEqual({ stderr: "", lines: ["200 25", "401 Bearer"] })
  })

  it.concurrent("node-gateway", async () => {
    const refused = (code: number, message: string) => `${code} ${JSON.stringify({ error: { code, message } })}`
    const asked_with = "Bearer sk-proj-an-invented-one-for-this-example"
    const paid = `200 ${JSON.stringify({ asked_with, usage: { cost: 0.04 } })}`
    expect(await run("node-gateway")).toEqual({
      stderr: "",
      lines: [
        paid,
        refused(403, "No credential is there for this model"),
        paid,
        refused(402, "The limit is spent"),
        refused(403, "A management key cannot spend"),
        refused(401, "The key is unknown, disabled or expired")
      ]
    })
  })

  it.concurrent("gateway", async () => {
    expect(await run("gateway")).toEqual({
      stderr: "",
      lines: [
        "200 100 words 0.00006105",
        "200 100 words 0.0001221",
        "200 budget_spent 0.0001221",
        "402 budget_spent 0.0001221"
      ]
    })
  })

  it.concurrent("http-server", async () => {
    expect(await run("http-server")).toEqual({
      stderr: "",
      lines: [
        "Members: ada (admin)",
        "LastManagementKey: This is the organization's last enabled management key that does not expire. Create another one first."
      ]
    })
  })
})

describe("A Hono server with Tollgate in it", () => {
  const ask = async (path: string, credential: string) => {
    const response = await app.request(path, { headers: { Authorization: `Bearer ${credential}` } })
    return { status: response.status, body: await response.text() }
  }

  it("answers the operations and its own route from the same accounts", async () => {
    expect(await ask("/whoami", key)).toEqual({ status: 200, body: "ada, management" })
    expect(await ask("/tollgate/api/v1/presets", key)).toEqual({ status: 200, body: '{"data":[],"total_count":0}' })
  })

  it("answers a wrong body as docs/operations.md shows it", async () => {
    const document = await readFile(new URL("../docs/operations.md", import.meta.url), "utf8")
    const [, shown = ""] = /^```json\n(.*?)^```$/ms.exec(document) ?? []
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
    const answer = await app.request("/tollgate/api/v1/keys/any", {
      method: "PATCH",
      headers,
      body: '{ "limit": "five" }'
    })
    expect(await answer.json()).toEqual({ ...JSON.parse(shown), user_id: "ada" })
  })

  it("lets a stranger into neither", async () => {
    expect(await ask("/whoami", "stolen")).toEqual({ status: 401, body: "A stranger" })
    expect((await ask("/tollgate/api/v1/presets", "stolen")).status).toBe(401)
  })
})
