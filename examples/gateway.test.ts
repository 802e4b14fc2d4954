import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Tollgate } from "@tollgate/node"
import { afterEach, describe, expect, it, vi } from "vitest"
import { brief } from "../test/brief.js"
import { bundled } from "../test/bundled.js"
import { gateway } from "./gateway/dist/gateway.js"
import { type Behaviour, provider } from "./gateway/dist/provider.js"

const folder = fileURLToPath(new URL("gateway", import.meta.url))
const program = await bundled(`${folder}/dist/serve.js`)
const killed = await bundled(
  fileURLToPath(new URL("../packages/cli/test/harness/authorizeAndDie.mjs", import.meta.url))
)
const MODEL = "gpt-4o-mini"
const RATES = { input: 0.15, output: 0.6 }
/** The cost of 7 tokens of input and 100 of output. */
const COST = 0.00006105

const cleanups: Array<() => unknown> = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const stop = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill(signal)
  await exit
}

const listen = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  cleanups.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server that listens at a port has such an address
}

/** A database with a key of this limit, a provider, and processes of the gateway between them. */
const open = async (limit: number, behave: (authorization: string | undefined, stream: boolean) => Behaviour) => {
  const directory = mkdtempSync(join(tmpdir(), "tollgate-gateway-"))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, "tollgate.db")
  const upstream = await listen(provider(({ authorization, stream }) => behave(authorization, stream)))

  /** Does something with the accounts, some minutes later. */
  const within = async <A>(use: (gate: Tollgate) => Promise<A>, minutes = 0): Promise<A> => {
    if (minutes > 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 })
    try {
      await using gate = await Tollgate.open({ file })
      return await use(gate)
    } finally {
      vi.useRealTimers()
    }
  }
  const { host, key, hash } = await within(async (gate) => {
    await gate.prices.replace([{ provider: "openai", model: MODEL, rates: RATES }])
    const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
    const { data, key } = await gate.asOrganization(organization.id).keys.create({ name: "Spender", limit })
    return { host: organization.id, key, hash: data.hash }
  })

  /** Asks a gateway at this address. */
  const askAt =
    (url: string) =>
    (stream: boolean, signal: AbortSignal | null = null) => {
      const body = JSON.stringify({ model: MODEL, messages: [{ role: "user", content: "Hello" }], stream })
      const headers = { Authorization: `Bearer ${key}` }
      return fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body, signal })
    }

  /** The gateway as a process, for what is about its start and its end. */
  const start = async () => {
    const env = { ...process.env, DATABASE: file, PORT: "0", OPENAI_BASE_URL: upstream, OPENAI_API_KEY: "sk-own" }
    const child = spawn(process.execPath, [...brief, program], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"]
    })
    cleanups.push(() => stop(child, "SIGKILL"))
    const ended = once(child, "exit").then(() => Promise.reject(new Error("The gateway ended before it listened.")))
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended])
    return { ask: askAt(String(line).split("/v1")[0] ?? ""), stop: (signal: NodeJS.Signals) => stop(child, signal) }
  }

  /** The same gateway in this process: to start one as a process takes longer than most of these tests. */
  const startHere = async () => {
    const gate = await Tollgate.open({ file })
    cleanups.push(() => gate.close())
    const server = gateway({ gate, upstream, ownKey: "sk-own" })
    const url = await listen(server)
    const stop = async () => {
      const closed = once(server, "close")
      server.close()
      await closed
      await gate.close()
    }
    return { ask: askAt(url), stop }
  }

  /** A hold, and what counts toward the key's limit after the leases of all processes have ended. */
  const afterLease = (id: string) =>
    within(async (gate) => {
      // Leases of other processes are given back before a refusal.
      const tooMuch = gate.spending.authorize({ key, amount: 2 * limit, models: [MODEL] })
      expect(await tooMuch.catch(({ _tag }) => _tag)).toBe("BudgetExceeded")
      const probe = await gate.spending.authorize({ key, amount: 1e-9, models: [MODEL] })
      await probe.release()
      const { amount, cost, credential_id, is_byok, state } = (await gate.spending.get(id)).data
      const [budget] = probe.budgets
      const counted = { spent: budget?.spent, held: (budget?.held ?? 0) - 1e-9, unknown: budget?.unknown }
      return { hold: { amount, cost, credential_id, is_byok, state }, counted }
    }, 60)

  return { afterLease, file, hash, host, key, start, startHere, within }
}

/** The id of a hold of 0.25 USD, whose process was killed before the request was sent. */
const dieHolding = (given: {
  readonly storage: { readonly file: string }
  readonly key: string
  readonly instance?: string
}) =>
  new Promise<string>((resolve) => {
    const request = JSON.stringify({ ...given, amount: 0.25, models: [MODEL] })
    execFile(process.execPath, [...brief, killed, request], (_, stdout) => resolve(stdout))
  })

const idOf = (answer: Response) => answer.headers.get("x-hold-id") ?? expect.unreachable("the answer names its hold")

/** Reads the beginning of a streamed answer. */
const beginningOf = async (answer: Response) => {
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  return new TextDecoder().decode(first?.value)
}

describe("The gateway example", () => {
  it("settles with the provider's figure, to the nano-dollar, streamed or not", async () => {
    const { afterLease, start } = await open(1, () => ({ tokens: 100 }))
    const { ask, stop } = await start()
    const [whole, streamed] = [await ask(false), await ask(true)]
    expect(await whole.text()).toContain('"completion_tokens":100')
    const text = await streamed.text()
    expect([text.match(/word/g)?.length, text.endsWith("data: [DONE]\n\n")]).toEqual([100, true])
    await stop("SIGTERM")
    for (const id of [idOf(whole), idOf(streamed)]) {
      const { counted, hold } = await afterLease(id)
      expect(hold).toMatchObject({ cost: COST, credential_id: null, is_byok: false, state: "settled" })
      expect(counted).toEqual({ spent: 2 * COST, held: 0, unknown: 0 })
    }
  })

  it("ends a stream with the refusal as its last event when the limit is reached: what was held is unknown", async () => {
    const { afterLease, startHere } = await open(0.001, () => ({ tokens: 10_000 }))
    const { ask, stop } = await startHere()
    const answer = await ask(true)
    const events = (await answer.text()).trimEnd().split("\n\n")
    expect(events.length).toBeLessThan(10_000)
    expect(JSON.parse(events.at(-1)?.slice(6) ?? "")).toMatchObject({
      error: { code: "insufficient_quota", details: { reason: "budget_spent", scope: "key", limit_usd: 0.001 } }
    })
    await stop()
    const { counted, hold } = await afterLease(idOf(answer))
    expect(hold).toMatchObject({ cost: null, state: "unknown" })
    expect(counted).toEqual({ spent: 0, held: 0, unknown: hold.amount })
  })

  it("marks what was held unknown when the client has gone in mid-stream", async () => {
    const { afterLease, startHere, within } = await open(1, () => ({ tokens: 100, stalls: true }))
    const { ask, stop } = await startHere()
    const leaving = new AbortController()
    const answer = await ask(true, leaving.signal)
    expect(await beginningOf(answer)).toContain("word")
    leaving.abort()
    const state = () => within(async (gate) => (await gate.spending.get(idOf(answer))).data.state)
    await vi.waitFor(async () => expect(await state()).toBe("unknown"), { timeout: 20_000 })
    await stop()
    const { counted, hold } = await afterLease(idOf(answer))
    expect(hold).toMatchObject({ cost: null, state: "unknown" })
    expect(counted).toEqual({ spent: 0, held: 0, unknown: hold.amount })
  })

  it("holds nothing for clients that have gone while they waited or were admitted", async () => {
    const { startHere, within } = await open(0.0002, () => ({ tokens: 1, stalls: true }))
    const { ask, stop } = await startHere()
    const asked = Array.from({ length: 60 }, async (_, turns) => {
      const leaving = new AbortController()
      const answer = ask(true, leaving.signal).then(beginningOf)
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      leaving.abort()
      return answer
    })
    await Promise.allSettled(asked)
    await stop()
    // What was sent may have been billed.
    const states = await within(async (gate) =>
      (await gate.spending.list({ limit: 100 })).data.map(({ state }) => state)
    )
    expect(states.filter((state) => state !== "released" && state !== "unknown")).toEqual([])
  })

  it("falls back to the next credential when the provider answers 500, and charges that one", async () => {
    const behave = (authorization: string | undefined) =>
      authorization === "Bearer sk-fallback" ? { tokens: 100 } : { status: 500, tokens: 0 }
    const { afterLease, hash, host, startHere, within } = await open(1, behave)
    const credential = await within((gate) =>
      gate.asOrganization(host).byok.create({ provider: "openai", key: "sk-fallback", is_fallback: true })
    )
    const { ask, stop } = await startHere()
    const ids: Array<string> = []
    for (const stream of [false, true]) {
      const answer = await ask(stream)
      expect([answer.status, (await answer.text()).match(/word/g)?.length]).toEqual([200, 100])
      ids.push(idOf(answer))
    }
    await stop()
    for (const id of ids) {
      const { hold } = await afterLease(id)
      expect(hold).toMatchObject({ cost: COST, credential_id: credential.id, is_byok: true, state: "settled" })
    }
    const { byok_usage, usage } = await within((gate) => gate.asOrganization(host).keys.get(hash))
    expect({ byok_usage, usage }).toEqual({ byok_usage: 2 * COST, usage: 0 })
  })

  it("releases what was held when no credential is accepted", async () => {
    const { hash, host, startHere, within } = await open(1, () => ({ status: 500, tokens: 0 }))
    const { ask, stop } = await startHere()
    const answer = await ask(false)
    const error = { message: "The provider did not answer.", type: "server_error", param: null, code: "no_answer" }
    expect([answer.status, await answer.json()]).toEqual([502, { error }])
    await stop()
    const whole = await within(async (gate) => {
      const { key } = await gate.asOrganization(host).keys.create({ name: "Other" })
      const { budgets } = await gate.spending.authorize({ key, amount: 1e-9, models: [MODEL], dry_run: true })
      return { budgets, limit_remaining: (await gate.asOrganization(host).keys.get(hash)).limit_remaining }
    })
    expect(whole).toEqual({ budgets: [], limit_remaining: 1 })
  })

  it("killed in mid-stream and started again: what was held is unknown after the lease, what is settled is exact", async () => {
    const { afterLease, start } = await open(1, (_, stream) => ({ tokens: 100, stalls: stream }))
    const first = await start()
    const answer = await first.ask(true)
    expect(await beginningOf(answer)).toContain("word")
    await first.stop("SIGKILL")

    const second = await start()
    const settled = await second.ask(false)
    expect([settled.status, (await settled.text()).includes("word")]).toEqual([200, true])
    await second.stop("SIGTERM")

    const { counted, hold } = await afterLease(idOf(answer))
    expect(hold).toMatchObject({ cost: null, state: "unknown" })
    expect(counted).toEqual({ spent: COST, held: 0, unknown: hold.amount })
  })

  it("started again after it was killed: what the last process of its name had not sent returns at once", async () => {
    const { file, key, start, within } = await open(1, () => ({ tokens: 1 }))
    const own = await dieHolding({ storage: { file }, key, instance: "gateway-1" })
    const other = await dieHolding({ storage: { file }, key, instance: "gateway-2" })
    const { stop } = await start()
    await stop("SIGTERM")
    const states = await within((gate) =>
      Promise.all([own, other].map(async (id) => (await gate.spending.get(id)).data.state))
    )
    expect(states).toEqual(["released", "open"])
  })

  it("killed before the request was sent: nothing counts after the lease", async () => {
    const { afterLease, file, key } = await open(1, () => ({ tokens: 1 }))
    const { counted, hold } = await afterLease(await dieHolding({ storage: { file }, key }))
    expect(hold).toMatchObject({ amount: 0.25, cost: null, state: "expired" })
    expect(counted).toEqual({ spent: 0, held: 0, unknown: 0 })
  })
})
