// The table of what official SDKs make of `toWire`: each refusal is the answer of a server on the loopback interface that counts requests, once
// as a whole answer and once for a stream. The SDKs have the retries of their own defaults.
import { once } from "node:events"
import { createServer } from "node:http"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { generatedPart, markdownTable } from "../../../../scripts/generatedPart.mjs"
import { installOutside } from "../../../../scripts/outside.mjs"

const part = generatedPart("docs/spending.md", "wire")

const prompt = "Hello"
const messages = [{ role: "user", content: prompt }]

/** Asks by one SDK, at an address. `read` takes the error of a request apart. */
const clients = {
  openai: async () => {
    const { default: OpenAI } = await import("openai")
    return {
      dialect: "openai",
      ask: async (url, stream) => {
        const client = new OpenAI({ apiKey: "sk-an-invented-one", baseURL: `${url}/v1` })
        for await (const _ of await client.chat.completions.create({ model: "m", messages, stream }));
      },
      codeOf: ({ code }) => code
    }
  },
  anthropic: async () => {
    const { default: Anthropic } = await import("@anthropic-ai/sdk")
    return {
      dialect: "anthropic",
      ask: async (url, stream) => {
        const client = new Anthropic({ apiKey: "sk-an-invented-one", baseURL: url })
        for await (const _ of await client.messages.create({ model: "m", max_tokens: 9, messages, stream }));
      },
      codeOf: ({ type }) => type
    }
  },
  gemini: () => geminiClient({}),
  "gemini, `retryOptions`": () => geminiClient({ retryOptions: {} }, { retriesByStatus: true })
}

const geminiClient = async (httpOptions, options) => {
  const { GoogleGenAI } = await import("@google/genai")
  return {
    dialect: "gemini",
    options,
    ask: async (url, stream) => {
      const { models } = new GoogleGenAI({ apiKey: "an-invented-one", httpOptions: { baseUrl: url, ...httpOptions } })
      const asked = { model: "m", contents: prompt }
      if (!stream) return void (await models.generateContent(asked))
      for await (const _ of await models.generateContentStream(asked));
    },
    codeOf: ({ message }) => JSON.parse(message).error.status
  }
}

export const clientNames = Object.keys(clients)

/** A client of a name, once its SDK is installed. */
export const clientOf = async (name) => {
  await installOutside(dirname(fileURLToPath(import.meta.url)))
  return clients[name]()
}

/** Runs work with the address of a server that gives one answer to all requests. */
export const served = async (answer, work) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    request.resume()
    answer(response)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  try {
    return { result: await work(`http://127.0.0.1:${server.address().port}`), requests }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** What a client makes of an answer: the error that it throws, and the number of requests that the server has seen. */
export const askOnce = ({ ask }, answer, stream) => served(answer, (url) => ask(url, stream).catch((error) => error))

/** Waits between the attempts of SDKs are left out, and noted in milliseconds. Their limits of time are longer, and stay. */
const withoutWaits = async (work) => {
  const { setTimeout } = globalThis
  const waits = []
  globalThis.setTimeout = (callback, millis = 0, ...values) => {
    const isWait = millis >= 400 && millis <= 60_000
    if (isWait) waits.push(millis)
    return setTimeout(callback, isWait ? 0 : millis, ...values)
  }
  try {
    return { result: await work(), waits }
  } finally {
    globalThis.setTimeout = setTimeout
  }
}

const plural = (count) => (count === 1 ? "1 request" : `${count} requests`)

const cell = async ({ toWire }, client, refusal) => {
  const wire = toWire(refusal, client.dialect, client.options)
  const answer = (response) => response.writeHead(wire.status, wire.headers).end(JSON.stringify(wire.body))
  const seen = []
  for (const stream of [false, true]) {
    const { requests, result } = await askOnce(client, answer, stream)
    seen.push(`${result.status} \`${client.codeOf(result)}\`, ${result.constructor.name}, ${plural(requests)}`)
  }
  const [whole, streamed] = seen
  return whole === streamed ? whole : `${whole}; streamed: ${streamed}`
}

/** The refusals of the table, by what is shown of them. */
const refusalsOf = ({ GateClosed, RateLimited }, core) => {
  const { BudgetExceeded, CostTooLarge, HoldEnded, InvalidCredential, InvalidInput, KeyRefused, PolicyRefused } = core
  const { PriceUnknown, RunRefused, StorageFailure, TooManyInFlight, UserNotInOrganization } = core
  const run = (reason) => new RunRefused({ reason, run: "job-7", stored: null, stated: null })
  const id = "01a19467-e800-7cc3-98c4-dc0c0c07398f"
  const guardrail_id = "3f0f6f0e-5f0f-4f0f-8f0f-0f0f0f0f0f0f"
  return {
    "`BudgetExceeded` `budget_spent`": new BudgetExceeded({ reason: "budget_spent", budgets: [] }),
    "`BudgetExceeded` `budget_held`": new BudgetExceeded({ reason: "budget_held", budgets: [] }),
    "`TooManyInFlight`": new TooManyInFlight({ scopes: [] }),
    "`RateLimited`": new RateLimited({ retryAfter: 2 }),
    "`RunRefused` `run_requests_spent`": run("run_requests_spent"),
    "`RunRefused` `run_stopped`": run("run_stopped"),
    "`RunRefused` `run_ended`": run("run_ended"),
    "`RunRefused` `run_not_found`": run("run_not_found"),
    "`RunRefused` `run_conflict`": run("run_conflict"),
    "`PolicyRefused`": new PolicyRefused({ reason: "model_not_allowed", guardrail_id, scope: "guardrail_key" }),
    "`KeyRefused`": new KeyRefused({ key_state: "disabled" }),
    "`InvalidCredential`": new InvalidCredential(),
    "`PriceUnknown`": new PriceUnknown({ provider: null, model: "m", providers: [] }),
    "`UserNotInOrganization`": new UserNotInOrganization({ user_id: "eve", field: "user_id" }),
    "`InvalidInput`": new InvalidInput({ issues: [{ path: [], expected: "one JSON object" }] }),
    "`CostTooLarge`": new CostTooLarge(),
    "`StorageFailure`, nothing changed": new StorageFailure({ cause: null, outcome: "none" }),
    "`GateClosed`": new GateClosed(),
    "`StorageFailure`, outcome unknown": new StorageFailure({ cause: null, outcome: "unknown" }),
    "`HoldEnded`": new HoldEnded({ id }),
    "Any other error": new Error("not for callers")
  }
}

/** The table, and the waits of each client between its attempts. */
export const wireTable = async () => {
  const tollgate = await import("../../dist/index.js")
  const refusals = Object.entries(refusalsOf(tollgate, await import("@tollgate/core")))
  const columns = []
  const waits = {}
  // One client at a time, and one request: their waits are told apart.
  for (const name of clientNames) {
    const client = await clientOf(name)
    const cells = []
    for (const [, refusal] of refusals) {
      const made = await withoutWaits(() => cell(tollgate, client, refusal))
      cells.push(made.result)
      if (made.waits.length > 0) waits[name] = [...new Set([...(waits[name] ?? []), ...made.waits.map(Math.round)])]
    }
    columns.push(cells)
  }
  const rows = refusals.map(([name], row) => [name, ...columns.map((cells) => cells[row])])
  return { table: markdownTable([["Refusal", ...clientNames], ...rows]), waits }
}

/** The present table in the document. */
export const shownWire = part.shown

/** Writes the table into the document. */
export const writeWire = async () => part.write((await wireTable()).table)
