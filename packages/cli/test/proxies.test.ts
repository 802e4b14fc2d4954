import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect, Exit, Scope } from "effect"
import { freePort } from "../../../test/freePort.js"
import { program, run, serving } from "./harness/command.js"
import { CHAT, hostileRequests, IMAGES } from "./harness/hostileRequests.js"
import {
  blocksOf,
  bytesOf,
  impostor,
  PROVIDER_KEY,
  programOf,
  proxies,
  proxyOf,
  sendBytes,
  type Upstream,
  upstream
} from "./harness/proxies.js"
import { temporaryFolder } from "./harness/stores.js"

/** Runs what the document shows for a shell. */
const runShell = (block: string, cwd: string) =>
  promisify(execFile)("sh", ["-ec", `tollgate() { "${process.execPath}" "${program}" "$@"; }\n${block}`], { cwd })

/** A server with forward auth as docs/gateways.md shows it, a proxy in front of it, and what the proxy sends on to. */
const opened = (proxy: (typeof proxies)[number]) =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    // nginx as root reads it by another user.
    chmodSync(cwd, 0o755)
    const { stdout } = yield* Effect.promise(() => run(["init"], { cwd }))
    const [managementKey = ""] = /tg_mk_[0-9A-Za-z]{49}/.exec(stdout) ?? []
    const [create = ""] = blocksOf("sh")
    yield* Effect.promise(() => runShell(create, cwd))
    const gatewayKey = readFileSync(join(cwd, "gateway.key"), "utf8").trim()
    writeFileSync(join(cwd, "forward-auth.json"), proxy.settings)
    const flags = ["--log", "none", "--forward-auth", "127.0.0.1:0", "--forward-auth-settings", "forward-auth.json"]
    const { url, written } = yield* serving(flags, { cwd })
    const forwardAuth = /^Forward auth for proxies is below http:\/\/(\S+)\/auth\.$/m.exec(written.stdout)?.[1] ?? ""
    const server = Tollgate.connect({ url })
    const account = server.withKey(managementKey)
    const gateway = server.withGatewayKey(gatewayKey)
    const [provider, service] = [yield* upstream, yield* upstream]
    const places = { provider: `http://127.0.0.1:${provider.port}`, service: service.port }
    const inFolder = (name: string) => {
      const folder = join(cwd, name)
      mkdirSync(folder)
      return folder
    }
    const port = yield* proxyOf(proxy, { folder: inFolder("proxy"), forwardAuth, ...places })
    const nowhere = `127.0.0.1:${yield* Effect.promise(freePort)}`
    const alone = yield* proxyOf(proxy, { folder: inFolder("alone"), forwardAuth: nowhere, ...places })
    const newKey = (limit: number | null, fields: { readonly max_in_flight?: number } = {}) =>
      Effect.promise(async () => {
        const { data, key } = await account.keys.create({ name: "A user", limit, ...fields })
        return { key, hash: data.hash }
      })
    const holdsOf = (key_hash: string) =>
      Effect.promise(async () => (await account.spending.list({ key_hash, limit: 100 })).data)
    const distrusted = yield* impostor(cwd)
    const inFront = { ...places, forwardAuth, provider: distrusted.origin }
    const misled = yield* proxyOf(proxy, { folder: inFolder("misled"), ...inFront })
    return { account, alone, cwd, distrusted, gateway, holdsOf, misled, newKey, port, provider, service }
  })
type Opened = Effect.Effect.Success<ReturnType<typeof opened>>

const bearer = (key: string) => `Authorization: Bearer ${key}`

/** What of a request a client must not have set, or must not have sent on. */
const leaked = ({ headers, url }: Upstream, key: string) => [
  ...headers.filter(([name, value]) => /tollgate|^upgrade$|^openai-/.test(name) || value.includes(key)),
  ...(decodeURIComponent(url).includes(key) ? [url] : [])
]

const authorizations = ({ headers }: Upstream) =>
  headers.filter(([name]) => name === "authorization").map(([, value]) => value)

describe.each(proxies)("$name, by the configuration of docs/gateways.md", (proxy) => {
  const isMissing = programOf(proxy.name) === null
  const scope = Effect.runSync(Scope.make())
  let own: Opened
  beforeAll(async () => {
    if (!isMissing) own = await Effect.runPromise(Scope.extend(opened(proxy), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const whole = it.skipIf(isMissing)
  const promise = (name: string, body: () => Effect.Effect<void>) => whole(name, () => Effect.runPromise(body()))

  promise("sends an admitted request on with the provider's key alone, and charges it at admission", () =>
    Effect.gen(function* () {
      const { holdsOf, newKey, port, provider } = own
      provider.seen.length = 0
      const { hash, key } = yield* newKey(1)
      const body = '{ "messages": [] }'
      const { status, text } = yield* sendBytes(port, bytesOf(`${CHAT}?stream=1`, [bearer(key)], { body }))
      expect([status, text.includes("answered")]).toEqual([200, true])
      const [seen, ...others] = provider.seen
      expect(others).toEqual([])
      if (seen === undefined) throw new Error("The provider was not asked.")
      expect([seen.method, seen.url, seen.body]).toEqual(["POST", `${CHAT}?stream=1`, body])
      expect([authorizations(seen), leaked(seen, key)]).toEqual([[`Bearer ${PROVIDER_KEY}`], []])
      expect(yield* holdsOf(hash)).toMatchObject([
        { state: "settled", amount: 0.01, cost: 0.01, models: ["gpt-4o-mini"] }
      ])
    })
  )

  promise("refuses a request whose budget is spent with 402, and one without a key that can spend with 401", () =>
    Effect.gen(function* () {
      const { newKey, port, provider } = own
      const { key } = yield* newKey(0.025)
      provider.seen.length = 0
      const ask = (headers: ReadonlyArray<string>) => sendBytes(port, bytesOf(CHAT, headers))
      expect([(yield* ask([bearer(key)])).status, (yield* ask([bearer(key)])).status]).toEqual([200, 200])
      const spent = yield* ask([bearer(key)])
      expect(spent.status).toBe(402)
      expect(spent.text).toContain(
        '{"error":{"code":402,"message":"Insufficient budget","metadata":{"reason":"budget_spent"'
      )
      expect(spent.text).toMatch(/^content-type: application\/json/im)
      const others = [yield* ask([]), yield* ask([bearer("tg_sk_unknown")]), yield* ask(["Authorization: Basic eDp5"])]
      expect(others.map(({ status }) => status)).toEqual([401, 401, 401])
      expect(others.map(({ text }) => /^www-authenticate: Bearer/im.test(text))).toEqual([true, true, true])
      expect(provider.seen).toHaveLength(2)
    })
  )

  promise("gives a service the hold that it settles, and refuses with 402 and 429 while it is open", () =>
    Effect.gen(function* () {
      const { account, gateway, holdsOf, newKey, port, service } = own
      service.seen.length = 0
      const { hash, key } = yield* newKey(0.75, { max_in_flight: 2 })
      const ask = (headers: ReadonlyArray<string> = []) => sendBytes(port, bytesOf("/agent", [bearer(key), ...headers]))
      const taken = "Connection: X-Tollgate-Hold, X-Tollgate-User"
      const mine = ["X-Tollgate-Hold: mine", "X-Tollgate-User: root", "x_tollgate_hold: mine", taken]
      expect((yield* ask(mine)).status).toBe(200)
      const [held] = yield* holdsOf(hash)
      const [seen] = service.seen
      expect(held).toMatchObject({ state: "open", amount: 0.5, sent_at: expect.any(String) })
      expect(seen?.headers.filter(([name]) => /tollgate/.test(name)).sort()).toEqual([
        ["x-tollgate-hold", held?.id],
        ["x-tollgate-user", "owner"]
      ])
      expect(seen?.headers.some(([, value]) => value.includes(key))).toBe(false)
      const refused = yield* ask()
      expect([refused.status, refused.text.includes('"budget_held"')]).toEqual([402, true])
      expect(refused.text).toMatch(/^retry-after: \d+/im)

      yield* Effect.promise(() => account.keys.update(held?.key_hash ?? "", { limit: 10, max_in_flight: 1 }))
      const full = yield* ask()
      expect([full.status, full.text.includes('"too_many_in_flight"')]).toEqual([429, true])
      expect(full.text).toMatch(/^retry-after: 1\r$/im)

      yield* Effect.promise(() => gateway.spending.settle(held?.id ?? "", { cost: 0.125 }))
      expect((yield* ask()).status).toBe(200)
      expect((yield* holdsOf(hash)).map(({ cost, state }) => [state, cost]).sort()).toEqual([
        ["open", null],
        ["settled", 0.125]
      ])
    })
  )

  promise("charges the amount that it states, whatever a client states", () =>
    Effect.gen(function* () {
      const { holdsOf, newKey, port, provider } = own
      provider.seen.length = 0
      const { hash, key } = yield* newKey(10)
      const stated = ["X-Tollgate-Amount", "x-tollgate-amount", "X_Tollgate_Amount", "X-Tollgate_Amount"].map(
        (name) => `${name}: 0.000000001`
      )
      const others = ["X-Tollgate-Model: free", "X-Tollgate-User: root", "X-Tollgate-Run: mine", "X-Request-Id: again"]
      const ask = (target: string) => sendBytes(port, bytesOf(target, [bearer(key), ...stated, ...others]))
      const statuses = [yield* ask(IMAGES), yield* ask(IMAGES), yield* ask(CHAT)].map(({ status }) => status)
      expect(statuses).toEqual([200, 200, 200])
      const charged = (yield* holdsOf(hash)).map(({ cost, models, user_id }) => [cost, models, user_id])
      const image = [0.04, ["gpt-image-1"], "owner"]
      expect(charged.sort()).toEqual([[0.01, ["gpt-4o-mini"], "owner"], image, image])
      expect(provider.seen.flatMap((seen) => leaked(seen, key))).toEqual([])
    })
  )

  promise("sends on nothing of a hostile client that was not charged as what it is", () =>
    Effect.gen(function* () {
      const { holdsOf, newKey, port, provider, service } = own
      for (const { seen } of [provider, service]) seen.length = 0
      const { hash, key } = yield* newKey(10)
      const statuses: Record<string, number> = {}
      const { perhaps, refused } = hostileRequests(key)
      for (const [what, bytes] of [...refused, ...perhaps]) statuses[what] = (yield* sendBytes(port, bytes)).status
      expect(refused.filter(([what]) => (statuses[what] ?? 0) < 400)).toEqual([])
      const costs = (yield* holdsOf(hash)).map(({ cost }) => cost ?? 0)
      // Each request that was sent on is charged as its own path.
      const prices = provider.seen.map(({ url }) => (url.startsWith(IMAGES) ? 0.04 : 0.01))
      expect(costs.sort()).toEqual(prices.sort())
      expect(provider.seen.map(({ url }) => url.split("?")[0]).filter((url) => url !== CHAT && url !== IMAGES)).toEqual(
        []
      )
      expect(
        provider.seen.flatMap((seen) => [...leaked(seen, key), authorizations(seen).length === 1 ? [] : [seen]]).flat()
      ).toEqual([])
      expect(service.seen).toEqual([])
    })
  )

  promise("admits exactly as many of 50 requests at once as their limit pays for", () =>
    Effect.gen(function* () {
      const { cwd, holdsOf, newKey, port, provider } = own
      provider.seen.length = 0
      const { hash, key } = yield* newKey(0.2)
      // Answered once all that are admitted wait: they were under way at the same time.
      const waiting: Array<() => void> = []
      provider.own.answer = (response) => {
        waiting.push(() => response.end("answered"))
        if (waiting.length === 20) for (const answer of waiting) answer()
      }
      const answers = yield* Effect.replicateEffect(sendBytes(port, bytesOf(CHAT, [bearer(key)])), 50, {
        concurrency: "unbounded"
      })
      provider.own.answer = (response) => void response.end("answered")
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      expect([count(200), count(402), provider.seen.length, waiting.length]).toEqual([20, 30, 20, 20])
      const holds = yield* holdsOf(hash)
      expect(holds.map(({ cost, state }) => [state, cost])).toEqual(Array.from({ length: 20 }, () => ["settled", 0.01]))
      expect(yield* Effect.promise(() => run(["verify"], { cwd }))).toMatchObject({ code: 0 })
    })
  )

  promise("gives the provider's key to no server whose certificate nobody trusts", () =>
    Effect.gen(function* () {
      const { distrusted, misled, newKey } = own
      const { key } = yield* newKey(1)
      expect((yield* sendBytes(misled, bytesOf(CHAT, [bearer(key)]))).status).toBe(502)
      expect(distrusted.given).toEqual([])
    })
  )

  promise("refuses everything if Tollgate does not answer", () =>
    Effect.gen(function* () {
      const { alone, newKey, provider, service } = own
      for (const { seen } of [provider, service]) seen.length = 0
      const { key } = yield* newKey(1)
      const statuses = yield* Effect.forEach([CHAT, IMAGES, "/agent"], (target) =>
        Effect.map(sendBytes(alone, bytesOf(target, [bearer(key)])), ({ status }) => status)
      )
      expect(statuses).toEqual([1, 2, 3].map(() => proxy.statusWithoutTollgate))
      expect([provider.seen, service.seen]).toEqual([[], []])
    })
  )
})
