import { once } from "node:events"
import { createServer } from "node:net"
import { inspect } from "node:util"
import * as Client from "@tollgate/client"
import { RemoteTollgate, Tollgate } from "@tollgate/client"
import { describe, expect, it } from "vitest"
import { rejection, withServer } from "./serving.js"

type Fetch = typeof globalThis.fetch

const KEY = "tg_mk_CANARYCANARYCANARYCANARYCANARYCANARYCANARYCANARY"

/** A connection whose requests are answered here, and what was sent. */
const recorded = (answer: Fetch, url = "https://tollgate.example") => {
  const sent: Array<string> = []
  const fetch: Fetch = (input, init) => {
    sent.push(`${init?.method} ${input}`)
    return answer(input, init)
  }
  return { sent, gate: Tollgate.connect({ url, fetch }) }
}

const empty = async () => Response.json({ data: [], total_count: 0 })

/** An answer that comes when it is released, or never. */
const held = () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const signals: Array<AbortSignal> = []
  const fetch: Fetch = (_, init) => {
    if (init?.signal) signals.push(init.signal)
    return released.then(empty)
  }
  return { fetch, release, signals }
}

/** A port that no server listens on any more, once it is closed. */
const closedPort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return [typeof address === "object" ? address?.port : undefined, close] as const
}

describe("connecting", () => {
  it("gives a class of its own, which is not that of an open store", async () => {
    const gate = Tollgate.connect({ url: "https://tollgate.example" })
    expect(gate).toBeInstanceOf(RemoteTollgate)
    expect(gate.constructor.name).toBe("RemoteTollgate")
    await gate.close()
  })

  // JavaScript can pass anything.
  const connect = (options: unknown) => () => Reflect.apply(Tollgate.connect, Tollgate, [options])
  const address = "url must be the http or https address of a server"

  it.each([
    ["nothing", undefined, "Tollgate.connect takes"],
    ["a text", "https://tollgate.example", "Tollgate.connect takes"],
    ["no address", {}, address],
    ["a URL without a protocol", { url: "tollgate.example" }, address],
    ["another protocol", { url: "ftp://tollgate.example" }, address],
    ["a password", { url: "https://ada:canary@tollgate.example" }, address],
    ["a query", { url: "https://tollgate.example?key=canary" }, address],
    ["a misspelled option", { url: "https://tollgate.example", ftech: fetch }, 'has no option "ftech"'],
    ["a fetch that is not a function", { url: "https://tollgate.example", fetch: "canary" }, "The option fetch must be"]
  ])("refuses %s in a sentence that does not repeat the value", (_, options, sentence) => {
    expect(connect(options)).toThrow(TypeError)
    expect(connect(options)).toThrow(sentence)
    expect(connect(options)).not.toThrow("canary")
  })

  it.each([
    ["https://tollgate.example", "https://tollgate.example/api/v1/presets"],
    ["http://127.0.0.1:8787/api/v1/", "http://127.0.0.1:8787/api/v1/presets"],
    ["https://host.example/gateway/accounts", "https://host.example/gateway/accounts/presets"]
  ])("calls %s below its path, or below /api/v1", async (url, expected) => {
    const { gate, sent } = recorded(empty, url)
    expect(await gate.withKey(KEY).presets.list({ limit: 5 })).toEqual({ data: [], total_count: 0 })
    expect(sent).toEqual([`GET ${expected}?limit=5`])
  })
})

describe("a call by HTTP", () => {
  it("puts an id into one segment of the path, and is refused before it is sent if no path can carry the id", async () => {
    const missing = { error: { code: 404, message: "Resource not found", metadata: { reason: "not_found" } } }
    const { gate, sent } = recorded(async () => Response.json(missing, { status: 404 }))
    const { keys } = gate.withKey(KEY)
    for (const id of ["", ".", "..", "\ud800"]) expect(await rejection(keys.get(id))).toBeInstanceOf(Client.KeyNotFound)
    expect(sent).toEqual([])
    for (const id of ["a/../../presets", "%2e%2e", "x?limit=1", "a#b"]) {
      expect(await rejection(keys.get(id))).toEqual(new Client.KeyNotFound({ short_hash: null }))
    }
    expect(sent.map((line) => line.replace("GET https://tollgate.example/api/v1/keys/", ""))).toEqual([
      "a%2F..%2F..%2Fpresets",
      "%252e%252e",
      "x%3Flimit%3D1",
      "a%23b"
    ])
  })

  it("names what is not found by an id that no path can carry", async () => {
    const { gate, sent } = recorded(empty)
    const { guardrails, images, presets, spending, workspaces } = gate.withKey(KEY)
    const gateway = gate.withGatewayKey(KEY).spending
    const calls: ReadonlyArray<readonly [Promise<unknown>, string]> = [
      [workspaces.deleteBudget("", "daily"), "WorkspaceNotFound"],
      [workspaces.setBudget("", "daily", { limit_usd: 1 }), "WorkspaceNotFound"],
      [guardrails.listKeys(".."), "GuardrailNotFound"],
      [presets.getVersion("", 1), "PresetNotFound"],
      [images.listEndpoints("acme", ""), "ImageModelNotFound"],
      [gateway.credential("", "id"), "HoldNotFound"],
      [gateway.credential("id", ""), "ByokNotFound"],
      [spending.runs.get(""), "RunNotFound"],
      [spending.runs.open(""), "InvalidInput"]
    ]
    for (const [call, tag] of calls) expect(await rejection(call)).toMatchObject({ _tag: tag })
    // JavaScript can pass anything.
    const never = "" as "daily"
    expect(await rejection(workspaces.deleteBudget("id", never))).toBeInstanceOf(Client.BudgetNotFound)
    const refused = await rejection(workspaces.setBudget("id", never, { limit_usd: 1 }))
    expect(refused).toMatchObject({ _tag: "InvalidInput", issues: [{ path: ["interval"] }] })
    expect(sent).toEqual([])
  })

  it("rejects with the refusal of the program, also for a key that a header cannot carry", async () => {
    const { gate, sent } = recorded(empty)
    for (const key of ["", "two words", "line\nbreak", "ключ"]) {
      expect(await rejection(gate.withKey(key).presets.list())).toEqual(new Client.InvalidCredential())
    }
    expect(sent).toEqual([])
  })

  it("says when to try again once the rate limit is reached", () =>
    withServer(async ({ hash, key, url }) => {
      const { keys } = Tollgate.connect({ url }).withKey(key)
      await keys.get(hash)
      const reason = await rejection(keys.get(hash))
      expect(reason).toBeInstanceOf(Client.RateLimited)
      expect(reason).toMatchObject({ retryAfter: expect.any(Number) })
    }, 1))

  it("tells the limit of the server from that of a scope", async () => {
    const answers = [{ reason: "rate_limited" }, { reason: "too_many_in_flight" }, { reason: "another" }]
    for (const metadata of answers) {
      const message = metadata.reason === "rate_limited" ? "Rate limit exceeded" : "Too many requests in flight"
      const body = { error: { code: 429, message, metadata } }
      const headers = { "Retry-After": "1" }
      const { gate } = recorded(async () => Response.json(body, { status: 429, headers }))
      const asked = gate.withGatewayKey(KEY).spending.authorize({ key: KEY, amount: 1, model: "acme/writer" })
      // Without its scopes, the second one is no refusal of a scope.
      expect(await rejection(asked)).toEqual(new Client.RateLimited({ retryAfter: 1 }))
    }
  })

  it.each([
    ["storage_unavailable", "none", "Storage failed. Nothing was changed."],
    ["storage_unknown", "unknown", "Storage failed. It is not known whether anything was changed."]
  ])("says whether a failure of storage changed anything: %s", async (reason, outcome, message) => {
    const body = { error: { code: 500, message: "Internal Server Error", metadata: { reason } } }
    const { gate, sent } = recorded(async () => Response.json(body, { status: 500 }))
    const failure = await rejection(gate.withKey(KEY).presets.list())
    expect(failure).toBeInstanceOf(Client.StorageFailure)
    expect(failure).toMatchObject({ outcome, message })
    expect(sent).toHaveLength(1)
  })

  it("is sent once, whatever the answer is", async () => {
    const answers: ReadonlyArray<readonly [Fetch, object]> = [
      [() => Promise.reject(new TypeError(KEY)), { reason: "no_answer", status: null }],
      [async () => new Response("Bad gateway", { status: 502 }), { reason: "unknown_status", status: 502 }],
      [async () => new Response(`<p>${KEY}</p>`), { reason: "unreadable_answer" }],
      [async () => Response.json({ key: KEY }, { status: 201 }), { reason: "unknown_status", status: 201 }],
      [
        async () =>
          Response.json(
            { error: { code: 404, message: "Resource not found", metadata: { reason: "no_such_route" } } },
            { status: 404 }
          ),
        { reason: "unreadable_answer", status: 404 }
      ]
    ]
    for (const [answer, expected] of answers) {
      const { gate, sent } = recorded(answer)
      const reason = await rejection(gate.withKey(KEY).keys.get("0".repeat(64)))
      expect(reason).toBeInstanceOf(Client.RequestFailed)
      expect(reason).toMatchObject({ operation: "getKey", ...expected })
      expect(sent).toHaveLength(1)
      const shown = [inspect(reason, { depth: 20, showHidden: true }), String(reason), JSON.stringify(reason)]
      expect(shown.join()).not.toContain("CANARY")
    }
  })

  it("takes no answer of another server for one of the contract", async () => {
    const bodies = [{}, { ok: true }, { data: null }, { data: {} }, { data: [] }, [], null, "yes"]
    for (const body of bodies) {
      for (const status of [200, 201]) {
        const { gate } = recorded(async () => Response.json(body, { status }))
        const { spending } = gate.withGatewayKey(KEY)
        const { keys } = gate.withKey(KEY)
        const admitted = spending.authorize({ key: KEY, amount: 1, model: "acme/writer" })
        for (const call of [admitted, keys.create({ name: "A" }), keys.list(), keys.delete("0".repeat(64))]) {
          expect(await rejection(call)).toBeInstanceOf(Client.RequestFailed)
        }
      }
    }
  })

  it("says why no answer came", async () => {
    const [port, close] = await closedPort()
    await close()
    const { keys } = Tollgate.connect({ url: `http://127.0.0.1:${port}` }).withKey(KEY)
    const reason = await rejection(keys.current())
    expect(reason).toBeInstanceOf(Client.RequestFailed)
    expect(reason).toMatchObject({
      operation: "getCurrentKey",
      reason: "no_answer",
      status: null,
      code: "ECONNREFUSED",
      cause: {
        name: "TypeError",
        message: "fetch failed",
        cause: { code: "ECONNREFUSED", message: `connect ECONNREFUSED 127.0.0.1:${port}` }
      }
    })
    expect(inspect(reason, { depth: 20, showHidden: true })).not.toContain("CANARY")
  })

  it("never shows the key in a refusal", () =>
    withServer(async ({ hash, key, url }) => {
      const gate = Tollgate.connect({ url })
      const calls = [
        () => gate.withKey(KEY).keys.get(hash),
        () => gate.withKey(key).keys.get("0".repeat(64)),
        () => gate.withKey(key).keys.update(hash, { disabled: true }),
        () => gate.withKey(key).oauth.exchangeCode({ code: "CANARY-CODE" })
      ]
      for (const call of calls) {
        const shown = inspect(await rejection(call()), { depth: 20, showHidden: true })
        expect(shown).not.toContain("CANARY")
        expect(shown).not.toContain(key)
      }
    }))

  it("never shows the key of a connection", () => {
    const gate = Tollgate.connect({ url: "https://tollgate.example" })
    for (const value of [gate, gate.withKey(KEY), gate.withKey(KEY).keys, gate.withGatewayKey(KEY)]) {
      expect(inspect(value, { depth: 20, showHidden: true, getters: true })).not.toContain("CANARY")
      expect(String(JSON.stringify(value))).not.toContain("CANARY")
    }
  })

  it("has a stack that includes the caller", () =>
    withServer(async ({ key, url }) => {
      async function whoAwaits() {
        await Tollgate.connect({ url }).withKey(key).keys.get("0".repeat(64))
      }
      const reason = await rejection(whoAwaits())
      expect(reason).toBeInstanceOf(Client.KeyNotFound)
      expect(reason instanceof Error && reason.stack).toMatch(
        /^ +at (?:async )?whoAwaits \(.*connect\.test\.ts:\d+:\d+\)$/m
      )
    }))

  it("is aborted together with its signal, and rejects with the reason", async () => {
    const { fetch, signals } = held()
    const reason = new Error("changed my mind")
    const controller = new AbortController()
    const gate = Tollgate.connect({ url: "https://tollgate.example", fetch })
    const rejected = rejection(gate.withKey(KEY).presets.list({}, { signal: controller.signal }))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    controller.abort(reason)
    expect(await rejected).toBe(reason)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    const never = rejection(gate.withKey(KEY).presets.list({}, { signal: AbortSignal.abort(reason) }))
    expect(await never).toBe(reason)
    expect(signals).toHaveLength(1)
  })

  it("takes null for no signal, as fetch and the same call in process do", async () => {
    const { gate } = recorded(empty)
    // JavaScript can pass anything.
    const options = { signal: null as unknown as AbortSignal }
    expect(await gate.withKey(KEY).presets.list({}, options)).toEqual({ data: [], total_count: 0 })
  })
})

describe("closing", () => {
  it("waits for the calls under way, and rejects later ones", async () => {
    const { fetch, release } = held()
    const gate = Tollgate.connect({ url: "https://tollgate.example", fetch })
    const { presets } = gate.withKey(KEY)
    const order: Array<string> = []
    const call = presets.list().finally(() => order.push("the call"))
    const closed = gate.close().finally(() => order.push("the gate"))
    expect(await rejection(presets.list())).toEqual(new Client.GateClosed())
    expect(order).toEqual([])
    release()
    await Promise.all([closed, call, gate.close()])
    expect(order).toEqual(["the call", "the gate"])
  })
})
