import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { expect, it } from "vitest"
import { bothWays, inFolder, lockFile, openAccount } from "./gates.js"

const unavailable = { error: { code: 503, message: "Service unavailable", metadata: { reason: "unavailable" } } }

const bearer = (key: string) => ({ Authorization: `Bearer ${key}`, "Content-Type": "application/json" })

/** Runs something with the host's own server. */
const serving = async <A>(host: RequestListener, use: (url: string) => Promise<A>): Promise<A> => {
  const server = createServer(host).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  try {
    return await use(`http://127.0.0.1:${typeof address === "object" ? address?.port : address}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() })

bothWays(
  "both handlers serve the gate's own accounts below the path that the host names",
  async ({ created, gate, host, ordinary }) => {
    const web = gate.webHandler({ basePath: "/tollgate" })
    const init = { method: "PATCH", headers: bearer(created.key), body: '{"limit":25}' }
    const path = `/tollgate/api/v1/keys/${ordinary.data.hash}`
    const byWeb = await answerOf(await web(new Request(`http://localhost${path}`, init)))
    const node = gate.nodeHandler({ basePath: "/tollgate" })
    const byNode = await serving(node, async (url) => answerOf(await fetch(url + path, init)))
    expect([byWeb.status, byWeb.body.data.limit]).toEqual([200, 25])
    const { updated_at, ...kept } = byWeb.body.data
    expect(byNode).toMatchObject({ status: 200, body: { data: kept } })
    expect((await host.keys.get(ordinary.data.hash)).limit).toBe(25)
    expect((await gate.webHandler()(new Request("http://localhost/healthz"))).status).toBe(200)
  }
)

bothWays("a handler opens credentials of a hold only if it may; in process it is open always", async (account) => {
  const { gate, host, ordinary } = account
  const { id: credential } = await host.byok.create({ provider: "openai", key: "sk-a-secret" })
  const { data } = await gate.spending.authorize({
    key: ordinary.key,
    amount: 0.25,
    model: "acme/writer",
    credential: "any"
  })
  expect(await gate.spending.credential(data.id, credential)).toEqual({ key: "sk-a-secret" })
  expect(await host.spending.credential(data.id, credential)).toEqual({ key: "sk-a-secret" })
  const { key } = await gate.gatewayKeys.create()
  expect(await gate.withGatewayKey(key).spending.credential(data.id, credential)).toEqual({ key: "sk-a-secret" })
  const lines: Array<string> = []
  const ask = async (options: Parameters<typeof gate.webHandler>[0]) => {
    const handle = gate.webHandler({ ...options, log: (line) => void lines.push(line) })
    const url = `http://localhost/api/v1/holds/${data.id}/credentials/${credential}`
    const response = await handle(new Request(url, { method: "POST", headers: bearer(key) }))
    return { ...(await answerOf(response)), cache: response.headers.get("cache-control") }
  }
  const refused = {
    status: 403,
    body: { error: { metadata: { reason: "credentials_not_served" } } },
    cache: "no-store"
  }
  expect(await ask({})).toMatchObject(refused)
  expect(await ask({ serveCredentials: false })).toMatchObject(refused)
  const opened = { status: 200, body: { data: { key: "sk-a-secret" } }, cache: "no-store" }
  expect(await ask({ serveCredentials: true })).toEqual(opened)
  const told = lines.filter((line) => line.includes("credential opened"))
  expect(told).toEqual([expect.stringContaining(`hold=${data.id} credential=${credential}`)])
  expect(lines.join()).not.toContain("sk-a-secret")
  // @ts-expect-error: it is no text.
  expect(() => gate.webHandler({ serveCredentials: "false" })).toThrow(TypeError)
})

it("a misspelled option is refused: it would have served at the root", async () => {
  await using gate = await Tollgate.open({ memory: true })
  const misspelt = { path: "/tollgate" }
  const refusal = new TypeError(
    'A handler has no option "path". Its options are allowImport, basePath, compat, console, cors, log and serveCredentials.'
  )
  // @ts-expect-error: no option has this name.
  expect(() => gate.webHandler(misspelt)).toThrow(refusal)
  // @ts-expect-error: no option has this name.
  expect(() => gate.nodeHandler(misspelt)).toThrow(refusal)
})

bothWays("both handlers answer in the form of a client that the host names", async ({ created, gate }) => {
  const headers = bearer(created.key)
  const names = async (web: ReturnType<typeof gate.webHandler>) =>
    Object.keys((await answerOf(await web(new Request("http://localhost/api/v1/key", { headers })))).body.data)
  const usual = await names(gate.webHandler())
  const named = await names(gate.webHandler({ compat: "openrouter" }))
  expect(named).toEqual(expect.arrayContaining([...usual, "is_free_tier", "rate_limit", "organization_id"]))
  const byNode = await serving(gate.nodeHandler({ compat: "openrouter" }), async (url) =>
    answerOf(await fetch(`${url}/api/v1/key`, { headers }))
  )
  expect(Object.keys(byNode.body.data)).toEqual(named)
  // @ts-expect-error: no such form.
  expect(() => gate.webHandler({ compat: "litellm" })).toThrow(new TypeError("compat must be openrouter, or absent."))
})

bothWays("both handlers have the console below the host's path if the host asks for it", async ({ gate }) => {
  const statuses = async (options: Parameters<typeof gate.webHandler>[0]) => {
    const byWeb = await gate.webHandler(options)(new Request("http://localhost/gateway/console"))
    const node = gate.nodeHandler(options)
    const byNode = await serving(node, (url) => fetch(`${url}/gateway/console`))
    return [byWeb, byNode].map(({ headers, status }) => [status, headers.get("content-type")])
  }
  const page = [200, "text/html; charset=utf-8"]
  const unknown = [404, "application/json"]
  expect(await statuses({ basePath: "/gateway", console: true })).toEqual([page, page])
  expect(await statuses({ basePath: "/gateway" })).toEqual([unknown, unknown])
  expect(await statuses({ basePath: "/gateway", console: false })).toEqual([unknown, unknown])
  // @ts-expect-error: it is no text.
  expect(() => gate.webHandler({ console: "no" })).toThrow(TypeError)
})

bothWays("both handlers answer 503 once the gate is closed", async ({ created, gate }) => {
  const web = gate.webHandler()
  const node = gate.nodeHandler()
  await gate.close()
  const headers = bearer(created.key)
  expect(await answerOf(await web(new Request("http://localhost/api/v1/key", { headers })))).toEqual({
    status: 503,
    body: unavailable
  })
  const byNode = await serving(node, async (url) => answerOf(await fetch(`${url}/api/v1/key`, { headers })))
  expect(byNode).toEqual({ status: 503, body: unavailable })
})

it("closing a gate waits for the requests that are under way", () =>
  inFolder(async (folder) => {
    const file = join(folder, "tollgate.db")
    const gate = await Tollgate.open({ file })
    const { created, ordinary } = await openAccount(gate)
    const web = gate.webHandler()
    const lock = lockFile(file)
    const settled: Array<string> = []
    const init = { method: "DELETE", headers: bearer(created.key) }
    const asked = web(new Request(`http://localhost/api/v1/keys/${ordinary.data.hash}`, init)).then(({ status }) => {
      settled.push("request")
      return status
    })
    // It waits for the writer.
    await new Promise((resolve) => setImmediate(resolve))
    const closed = gate.close().then(() => settled.push("gate"))
    expect(settled).toEqual([])
    lock.release()
    expect(await asked).toBe(200)
    await closed
    expect(settled).toEqual(["request", "gate"])
  }))

it("a handler logs its requests to the given function only", async () => {
  const gate = await Tollgate.open({ memory: true })
  const lines: Array<string> = []
  const web = gate.webHandler({ basePath: "/tollgate", log: (line) => lines.push(line) })
  await web(new Request("http://localhost/tollgate/api/v1/presets"))
  expect(lines).toEqual([expect.stringMatching(/message=request .*path=\/tollgate\/api\/v1\/presets status=401/)])
  await gate.close()
})

it("refuses a path at which no request could come", async () => {
  const gate = await Tollgate.open({ memory: true })
  expect(() => gate.webHandler({ basePath: "/tollgate/" })).toThrow(TypeError)
  expect(() => gate.nodeHandler({ basePath: "tollgate" })).toThrow("The base path must be empty, or segments")
  await gate.close()
})

it("both handlers allow the origins that the host names, and refuse what is no origin", async () => {
  await using gate = await Tollgate.open({ memory: true })
  const headers = { Origin: "https://app.example" }
  const options = { cors: { origins: ["https://app.example"] } }
  const web = await gate.webHandler(options)(new Request("http://localhost/healthz", { headers }))
  const node = await serving(gate.nodeHandler(options), (url) => fetch(`${url}/healthz`, { headers }))
  for (const answer of [web, node])
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example")
  expect(() => gate.webHandler({ cors: { origins: ["app.example"] } })).toThrow(
    "cors.origins must be a list of origins"
  )
})
