import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { betterSqlite3Loads } from "../scripts/betterSqlite3.mjs"
import { brief } from "../test/brief.js"
import { isNightly } from "../test/runs.js"

const printed = vi.spyOn(console, "log").mockReturnValue(undefined)
const { app, key } = await import("./inside-hono/dist/main.js")
printed.mockRestore()

const urlOf = (example: string) => new URL(`./${example}/dist/main.js`, import.meta.url)

const started = async (...args: ReadonlyArray<string>) => {
  const { stderr, stdout } = await promisify(execFile)(process.execPath, args)
  return { stderr, stdout: stdout.trimEnd() }
}

/** Precedes the name of each example in what the process of all examples prints. */
const START = "== example "

/** By day, one process runs all examples, because to load Tollgate takes longer than an example. At night, each has its own. */
const run = async (examples: ReadonlyArray<string>) => {
  if (isNightly) return Promise.all(examples.map((example) => started(fileURLToPath(urlOf(example)))))
  const code = examples.map((example) => `console.log("${START}${example}"); await import("${urlOf(example)}")`)
  const { stderr, stdout } = await started(...brief, "--input-type=module", "-e", code.join("\n"))
  const printed = stdout.split(START).slice(1)
  return printed.map((text) => ({ stderr, stdout: text.slice(text.indexOf("\n") + 1).trimEnd() }))
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

const refused = (code: number, message: string, metadata?: object) =>
  `${code} ${JSON.stringify({ error: { code, message, metadata } })}`
const asked_with = "Bearer sk-proj-an-invented-one-for-this-example"
const paid = `200 ${JSON.stringify({ asked_with, usage: { cost: 0.04 } })}`

const promised: Record<string, ReadonlyArray<string>> = {
  agent: [
    "The researcher ends: budget_spent, report/researcher",
    "The writer ends: run_stopped, report",
    "report       $2.40 of $5.00 by 8 requests, stopped",
    "  researcher $0.40 of $0.45 by 4 requests, open",
    "  writer     $1.50 by 3 requests, open"
  ],
  "promise-api": [
    "Docs assistant has 23.75 of 25 dollars left today.",
    "The application acts for grace with a key of its own, tg_sk_…",
    "CodeRefused: The authorization code is unknown, expired or used, or the verifier does not match."
  ],
  "effect-native": [
    "A limit of 5 after spending 6.5 leaves -1.5; no limit leaves null.",
    "LastManagementKey: This is the organization's last enabled management key that does not expire. Create another one first."
  ],
  "inside-your-database": ["1 customer, 1 request, keys that used 3 dollars"],
  "inside-hono": ["ada, management", '{"data":[]}', JSON.stringify(missingCredential)],
  "inside-express": ["First management key: no limit", '{"data":[],"total_count":0}'],
  "next-route": ["200 25", "401 Bearer"],
  "node-gateway": [
    paid,
    refused(403, "No credential is there for this model"),
    paid,
    refused(402, "The limit is spent"),
    refused(403, "A management key cannot spend"),
    refused(401, "Invalid credentials", { reason: "invalid_credential" })
  ],
  gateway: [
    "200 100 words 0.00006105",
    "200 100 words 0.0001221",
    "200 budget_spent 0.0001221",
    "429 budget_spent 0.0001221"
  ],
  "http-server": [
    "Members: ada (admin)",
    "LastManagementKey: This is the organization's last enabled management key that does not expire. Create another one first."
  ]
}

describe("The examples", () => {
  const needsBetterSqlite3 = (example: string) => example === "inside-your-database" && !betterSqlite3Loads()
  it.skipIf(betterSqlite3Loads())("inside-your-database, which needs better-sqlite3", () => {})

  it("print what they promise and nothing else, and their process ends by itself", async () => {
    const examples = Object.keys(promised).filter((example) => !needsBetterSqlite3(example))
    const answers = await run(examples)
    expect(examples.map((example, place) => ({ example, ...answers[place] }))).toEqual(
      examples.map((example) => ({ example, stderr: "", stdout: promised[example]?.join("\n") }))
    )
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
