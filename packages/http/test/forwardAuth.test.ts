import { describe, expect, it } from "@effect/vitest"
import {
  addOrganizationMember,
  createKey,
  deleteGatewayKey,
  listHolds,
  release,
  SecretKey,
  settle,
  setWorkspaceBudget,
  updateKey,
  verifySpending
} from "@tollgate/core"
import { GatewayCaller, NewOrganizationMember, Usd } from "@tollgate/core/models"
import { SpendingStore, StorageFailure } from "@tollgate/core/storage"
import { ForwardAuthServer, ForwardRoutes } from "@tollgate/http"
import { aKey } from "@tollgate/testing/accounts"
import { Context, Deferred, Effect, Layer, Logger, Redacted, Schema, TestClock } from "effect"
import { bearer, openAccount, send } from "./account.js"
import { exchange, message, wire } from "./wire.js"

const HALF_PAST = Date.UTC(2026, 4, 15, 12, 30)

type Routes = Readonly<Record<string, (typeof ForwardRoutes.Encoded)[string]>>

const decode = Schema.decodeUnknownSync(ForwardRoutes)

/** Forward auth over an account in memory, and an ordinary key with a limit. */
const opened = (routes: Routes, { host = "127.0.0.1", limit = 1 } = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(HALF_PAST)
    const account = yield* openAccount
    const { asManager, gatewayKey, stores } = account
    const made = yield* createKey(aKey({ limit })).pipe(Effect.provide(asManager), Effect.provide(stores))
    const key = Redacted.value(made.key)
    const options = { port: 0, gatewayKey: Redacted.make(gatewayKey), routes: decode(routes), host }
    const logs: Array<string> = []
    const logger = Logger.map(Logger.logfmtLogger, (line) => void logs.push(line))
    const serveOver = (services: typeof stores) =>
      ForwardAuthServer.layer(options).pipe(
        Layer.provide(Layer.succeedContext(services)),
        Layer.build,
        Effect.map((built) => Context.get(built, ForwardAuthServer)),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
    const { port } = yield* serveOver(stores)
    const ask = (path: string, headers: Readonly<Record<string, string | Array<string>>> = bearer(key)) =>
      Effect.map(
        send(`http://127.0.0.1:${port}/auth/${path}`, { headers, agent: false }),
        ({ body, headers, status }) => ({
          status,
          headers,
          body: body === "" ? null : JSON.parse(body)
        })
      )
    const holds = listHolds({ limit: 100, offset: 0 }).pipe(
      Effect.map(({ data }) => data),
      Effect.provide(asManager),
      Effect.provide(stores)
    )
    return { ...account, key, hash: made.data.hash, port, ask, holds, serveOver, logs }
  })

const idOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(headers["x-tollgate-hold"])

describe("an admitted request", () => {
  it.scoped("is charged the amount of its route at admission, and answered 200 without a body", () =>
    Effect.gen(function* () {
      const { ask, hash, holds, stores } = yield* opened({ chat: { amount: 0.25, model: "acme/writer" } })
      const answer = yield* ask("chat")
      const { connection: _, date: __, "keep-alive": ___, "x-request-id": ____, ...headers } = answer.headers
      expect({ ...answer, headers }).toEqual({
        status: 200,
        body: null,
        headers: {
          "cache-control": "no-store",
          "content-length": "0",
          "x-content-type-options": "nosniff",
          "x-tollgate-hold": idOf(answer),
          "x-tollgate-key": hash,
          "x-tollgate-user": "owner",
          authorization: ""
        }
      })
      expect(yield* holds).toMatchObject([
        {
          id: idOf(answer),
          state: "settled",
          amount: Usd.fromNumber(0.25),
          cost: Usd.fromNumber(0.25),
          basis: "estimate",
          models: ["acme/writer"],
          key_hash: hash
        }
      ])
      expect(yield* Effect.provide(verifySpending(), stores)).toMatchObject({ entries: 1, differences: [] })
    })
  )

  it.scoped("is held and marked as sent by a route of the mode hold, until what calls the model settles it", () =>
    Effect.gen(function* () {
      const { ask, holds, stores } = yield* opened({ agent: { mode: "hold", amount: 0.5, lease_seconds: 60 } })
      const id = idOf(yield* ask("agent"))
      expect(yield* holds).toMatchObject([{ id, state: "open", amount: Usd.fromNumber(0.5), cost: null, models: [] }])
      expect((yield* holds)[0]?.sent_at).not.toBeNull()
      const settled = yield* settle(id, { cost: Usd.fromNumber(0.125) }).pipe(
        Effect.provideService(GatewayCaller, { organizationId: null }),
        Effect.provide(stores)
      )
      expect([settled.state, settled.cost]).toEqual(["settled", Usd.fromNumber(0.125)])

      yield* TestClock.adjust("1 second")
      yield* ask("agent")
      yield* TestClock.adjust("61 seconds")
      expect((yield* holds).map(({ state }) => state)).toEqual(["unknown", "settled"])
    })
  )

  it.scoped("states the user and the model that the proxy states, and nothing that the route does not take", () =>
    Effect.gen(function* () {
      const { asManager, ask, holds, key, stores } = yield* opened({
        any: { takes: ["amount", "model", "user", "run"] },
        none: { amount: 0.25 }
      })
      const member = Schema.decodeSync(NewOrganizationMember)({ user_id: "zoë %" })
      yield* addOrganizationMember(member).pipe(Effect.provide(asManager), Effect.provide(stores))
      const headers = {
        ...bearer(key),
        "X-Tollgate-Amount": "0.000000001",
        "X-Tollgate-Model": Buffer.from("acme/ü写").toString("latin1"),
        "X-Tollgate-User": Buffer.from("zoë %").toString("latin1"),
        "X-Tollgate-Run": "job-7"
      }
      expect(yield* ask("any", headers)).toMatchObject({
        status: 200,
        headers: { "x-tollgate-user": "zo%C3%AB%20%25" }
      })
      expect(yield* ask("none", headers)).toMatchObject({ status: 200, headers: { "x-tollgate-user": "owner" } })
      const all = yield* holds
      const [ofNone, ofAny] = [0, 1].map((models) => all.find((hold) => hold.models.length === models))
      expect([ofNone?.amount, ofNone?.models, ofNone?.user_id]).toEqual([Usd.fromNumber(0.25), [], "owner"])
      expect([ofAny?.amount, ofAny?.models, ofAny?.user_id]).toEqual([Usd.fromNumber(1e-9), ["acme/ü写"], "zoë %"])
    })
  )

  it.scoped("may have any method, and a body, which is ignored", () =>
    Effect.gen(function* () {
      const { holds, key, port } = yield* opened({ chat: { amount: 0.01 } })
      const url = `http://127.0.0.1:${port}/auth/chat/v1/x?y=1`
      const statuses = yield* Effect.forEach(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"], (method) =>
        Effect.map(send(url, { method, headers: bearer(key), body: "no JSON", agent: false }), ({ status }) => status)
      )
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200])
      const large = yield* send(url, { method: "POST", headers: bearer(key), body: "x".repeat(65_537), agent: false })
      expect(large.status).toBe(200)
      expect(yield* holds).toHaveLength(8)
    })
  )
})

describe("a question that no proxy asks", () => {
  it.scoped("meets the limits of the server: too many headers, and too large ones", () =>
    Effect.gen(function* () {
      const { holds, key, port } = yield* opened({ chat: { amount: 0.01 } })
      const head = [`Authorization: Bearer ${key}`, "Connection: close"]
      const asking = (more: ReadonlyArray<string>) =>
        Effect.map(
          exchange(`http://127.0.0.1:${port}`, message("GET", "/auth/chat", [...head, ...more])),
          ({ answers }) => answers.map(({ status }) => status)
        )
      expect(yield* asking(Array.from({ length: 100 }, (_, at) => `X-${at}: 1`))).toEqual([431])
      expect(yield* asking([`X-Large: ${"x".repeat(20_000)}`])).toEqual([431])
      expect(yield* asking(["Transfer-Encoding: gzip"])).toEqual([501])
      expect(yield* holds).toEqual([])
    })
  )
})

describe("the key of a user", () => {
  it.scoped("is in the one header that the route names", () =>
    Effect.gen(function* () {
      const { ask, key } = yield* opened({ own: { amount: 0.01, key: "x-api-key" }, bearer: { amount: 0.01 } })
      const answered = yield* ask("own", { "X-Api-Key": key })
      expect([answered.status, answered.headers["x-api-key"], answered.headers["authorization"]]).toEqual([
        200,
        "",
        undefined
      ])
      const refused = [
        yield* ask("own"),
        yield* ask("own", { "X-Api-Key": [key, key] }),
        yield* ask("own", { "X-Api-Key": "x".repeat(257) }),
        yield* ask("bearer", { "X-Api-Key": key }),
        yield* ask("bearer", { Authorization: `Basic ${key}` }),
        yield* ask("bearer", { Authorization: [`Bearer ${key}`, `Bearer ${key}`] }),
        yield* ask(`bearer?key=${key}`, {})
      ]
      expect(refused.map(({ headers, status }) => [status, headers["x-tollgate-reason"]])).toEqual([
        [401, "missing_credential"],
        [401, "invalid_credential"],
        [401, "invalid_credential"],
        [401, "missing_credential"],
        [401, "missing_credential"],
        [400, "several_credentials"],
        [401, "missing_credential"]
      ])
    })
  )

  it.scoped("is refused where the URL has it, too, in any spelling, or another header", () =>
    Effect.gen(function* () {
      const { ask, holds, key } = yield* opened({ chat: { amount: 0.01 } })
      const spelled = key.replaceAll("_", "%5F")
      const refused = [
        yield* ask(`chat?key=${key}`),
        yield* ask(`chat/${spelled}`),
        yield* ask("chat", { ...bearer(key), "X-Forwarded-Uri": `/v1?a=%E0&key=${key}` }),
        yield* ask("chat", { ...bearer(key), "X-Forwarded-Uri": `/v1/${spelled}?a=%E0%zz` })
      ]
      expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
      expect(refused[0]?.body.error.metadata.issues).toEqual([
        { path: ["X-Forwarded-Uri"], expected: "a URL that does not have the API key" }
      ])
      const twice = yield* ask("chat", { ...bearer(key), Cookie: `a=${key}` })
      expect([twice.status, twice.body.error.metadata.issues]).toEqual([
        400,
        [{ path: ["headers"], expected: "the API key in one header alone" }]
      ])
      expect(yield* holds).toEqual([])
    })
  )

  it.scoped("that cannot spend is answered as one that does not exist", () =>
    Effect.gen(function* () {
      const { asManager, ask, gatewayKey, hash, key, managementKey, stores } = yield* opened({ chat: { amount: 0.01 } })
      yield* updateKey(hash, { disabled: true }).pipe(Effect.provide(asManager), Effect.provide(stores))
      const unknown = Redacted.value(yield* SecretKey.mint("ordinary"))
      const answers = yield* Effect.forEach([key, unknown, managementKey, gatewayKey, "chat"], (secret) =>
        ask("chat", bearer(secret))
      )
      const shown = answers.map(({ body, headers, status }) => ({ status, body, why: headers["www-authenticate"] }))
      const body = { error: { code: 401, message: "Invalid credentials", metadata: { reason: "invalid_credential" } } }
      expect(shown).toEqual(answers.map(() => ({ status: 401, body, why: "Bearer" })))
    })
  )
})

describe("a refusal", () => {
  it.scoped("is answered with its own status, or with 403 for nginx, and states the reason in headers", () =>
    Effect.gen(function* () {
      const { ask, hash, logs } = yield* opened({ caddy: { amount: 2 }, nginx: { amount: 2, refuse: 403 } })
      const [caddy, nginx] = [yield* ask("caddy"), yield* ask("nginx")]
      const body = {
        error: {
          code: 402,
          message: "Insufficient budget",
          metadata: {
            reason: "budget_spent",
            budgets: [
              {
                scope: "key",
                id: hash,
                window: "lifetime",
                limit: 1,
                boost: 0,
                spent: 0,
                held: 0,
                unknown: 0,
                remaining: 1,
                asked: 2,
                resets_at: null,
                holds: 0,
                earliest_lease_end: null
              }
            ],
            remaining_output_tokens: null
          }
        }
      }
      expect([caddy.status, caddy.body, nginx.status, nginx.body]).toEqual([402, body, 403, body])
      for (const { headers } of [caddy, nginx]) {
        expect([headers["x-tollgate-status"], headers["x-tollgate-reason"]]).toEqual(["402", "budget_spent"])
      }
      // The log says what happened, also where nginx must not see it.
      expect(logs.map((line) => / path=(\S+) status=(\d+) /.exec(line)?.slice(1))).toEqual([
        ["/auth/caddy", "402"],
        ["/auth/nginx", "402"]
      ])
      const missing = yield* ask("nginx", {})
      expect([missing.status, missing.headers["x-tollgate-status"]]).toEqual([401, "401"])
    })
  )

  it.scoped("says when to come back, also to nginx", () =>
    Effect.gen(function* () {
      const { asManager, ask, hash, stores } = yield* opened({
        agent: { mode: "hold", amount: 0.75, lease_seconds: 90, refuse: 403 }
      })
      yield* ask("agent")
      const held = yield* ask("agent")
      expect([held.status, held.headers["x-tollgate-reason"], held.headers["retry-after"]]).toEqual([
        403,
        "budget_held",
        "90"
      ])
      yield* updateKey(hash, { limit: null, max_in_flight: 1 }).pipe(Effect.provide(asManager), Effect.provide(stores))
      const full = yield* ask("agent")
      expect([full.status, full.headers["x-tollgate-status"], full.headers["retry-after"]]).toEqual([403, "429", "1"])
      expect(full.body.error).toEqual({
        code: 429,
        message: "Too many requests in flight",
        metadata: {
          reason: "too_many_in_flight",
          scopes: [{ scope: "key", id: hash, max_in_flight: 1, in_flight: 1 }]
        }
      })
    })
  )

  it.scoped("tells nothing of what others have spent", () =>
    Effect.gen(function* () {
      const { asManager, ask, stores } = yield* opened({ chat: { amount: 0.5 } }, { limit: 5 })
      yield* setWorkspaceBudget("default", "lifetime", { limit_usd: Usd.fromNumber(0.75) }).pipe(
        Effect.provide(asManager),
        Effect.provide(stores)
      )
      yield* ask("chat")
      const { body, status } = yield* ask("chat")
      expect([status, body.error.metadata]).toEqual([
        402,
        {
          reason: "budget_spent",
          budgets: [{ scope: "workspace", window: "lifetime", resets_at: null, earliest_lease_end: null }],
          remaining_output_tokens: null
        }
      ])
    })
  )

  it.scoped("follows a header that the route takes, and that is missing, repeated or malformed", () =>
    Effect.gen(function* () {
      const { ask, holds, key } = yield* opened({
        all: { takes: ["amount", "model", "user", "run", "request_id"], refuse: 403 }
      })
      const right = {
        ...bearer(key),
        "X-Tollgate-Amount": "0.01",
        "X-Tollgate-Model": "acme/writer",
        "X-Tollgate-User": "owner",
        "X-Tollgate-Run": "job",
        "X-Request-Id": "one"
      }
      const amount = "USD in plain decimals such as 0.25, above 0, at most 1000000000, with at most 9 places"
      const overwritten = "one header without a comma, which the proxy must overwrite"
      const wrong: ReadonlyArray<readonly [header: string, value: string | Array<string>, expected: unknown]> = [
        ...["0", "-1", "1e-3", "0x1", " ", "NaN", "0.0000000001", "1000000000.5", "123456789.123456789", "1 2"].map(
          (value) => ["X-Tollgate-Amount", value, value === " " ? "a value, which the proxy must set" : amount] as const
        ),
        ["X-Tollgate-Amount", "0,5", overwritten],
        ["X-Tollgate-Amount", ["0.000000001", "0.01"], overwritten],
        ["X-Tollgate-Model", ["acme/cheap", "acme/writer"], overwritten],
        ["X-Tollgate-User", "", "a value, which the proxy must set"],
        ["X-Tollgate-User", "\xff\xfe", "text in UTF-8"],
        [
          "X-Tollgate-Model",
          "x".repeat(256),
          "text of 1 to 255 characters without control characters or bidirectional marks"
        ],
        ["X-Tollgate-Run", "a//b", "1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone"],
        ["X-Tollgate-Run", "../b", "1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone"],
        ["X-Request-Id", "x".repeat(129), "1 to 128 visible characters of ASCII"]
      ]
      for (const [header, value, expected] of wrong) {
        const { body, headers, status } = yield* ask("all", { ...right, [header]: value })
        const issues = [{ path: [header], expected }]
        expect([status, headers["x-tollgate-status"], body?.error.metadata], `${header}: ${value}`).toEqual([
          403,
          "400",
          { reason: "invalid_input", issues }
        ])
      }
      expect(yield* holds).toEqual([])
      expect((yield* ask("all", right)).status).toBe(200)
    })
  )

  it.scoped("is 503 and a log line once the gateway key is deleted, and 500 if storage fails: never 200", () =>
    Effect.gen(function* () {
      const { ask, gatewayKey, key, logs, serveOver, stores } = yield* opened({ chat: { amount: 0.01, refuse: 403 } })
      const cause = new Error("disk")
      const failing = {
        ...Context.get(stores, SpendingStore),
        admit: () => new StorageFailure({ cause, outcome: "none" })
      }
      const broken = yield* serveOver(Context.add(stores, SpendingStore, failing))
      const unavailable = yield* send(`http://127.0.0.1:${broken.port}/auth/chat`, {
        headers: bearer(key),
        agent: false
      })
      expect([unavailable.status, JSON.parse(unavailable.body).error.metadata.reason]).toEqual([
        500,
        "storage_unavailable"
      ])
      yield* Effect.provide(deleteGatewayKey(SecretKey.hash(Redacted.make(gatewayKey))), stores)
      const { headers, status } = yield* ask("chat")
      expect([status, headers["x-tollgate-reason"]]).toEqual([503, "unavailable"])
      const errors = logs.filter((line) => line.includes("level=ERROR"))
      expect(errors.map((line) => /message="?([^"]*?)"?( \w+=|$)/.exec(line)?.[1])).toEqual([
        "storage failed",
        "the gateway key of forward auth is not valid any more"
      ])
      for (const secret of [key, gatewayKey]) expect(logs.join("\n")).not.toContain(secret)
    })
  )
})

describe("the route", () => {
  const routes = { cheap: { amount: 0.01, refuse: 403 }, dear: { amount: 0.5 } } as const

  it.scoped("is that of the path that the proxy asks for, whatever its client has appended", () =>
    Effect.gen(function* () {
      const { holds, key, port } = yield* opened(routes, { limit: 10 })
      const paths = [
        "dear",
        "dear/../cheap",
        "dear/%2e%2e/cheap",
        "dear?x=/auth/cheap",
        "dear//cheap",
        "dear/;/../../auth/cheap#/auth/cheap"
      ]
      // Not by a client of Node.js, which would resolve the dots.
      for (const path of paths) {
        const head = [`Authorization: Bearer ${key}`, "Connection: close"]
        const { answers } = yield* exchange(`http://127.0.0.1:${port}`, message("GET", `/auth/${path}`, head))
        expect(
          answers.map(({ status }) => status),
          path
        ).toEqual([200])
      }
      expect((yield* holds).map(({ amount }) => amount)).toEqual(paths.map(() => Usd.fromNumber(0.5)))
    })
  )

  it.scoped("does not exist in another spelling, or at the root", () =>
    Effect.gen(function* () {
      const { ask, holds, port } = yield* opened(routes)
      const paths = [
        "",
        "none",
        "Cheap",
        "cheap%2F",
        "cheap;x",
        "%63heap",
        "cheap*",
        ".%2e/cheap",
        "/cheap",
        "constructor"
      ]
      const answers = yield* Effect.forEach(paths, (path) => ask(path))
      const elsewhere = yield* send(`http://127.0.0.1:${port}/api/v1/keys`, { agent: false })
      const absolute = yield* exchange(
        `http://127.0.0.1:${port}`,
        message("GET", "http://x/auth/cheap", ["Connection: close"])
      )
      const statuses = [...answers, elsewhere, ...absolute.answers].map(({ status }) => status)
      expect(statuses).toEqual([...paths, "/api", "http://x"].map(() => 404))
      expect(yield* holds).toEqual([])
    })
  )
})

describe("an address that is not of the loopback interface", () => {
  it.scoped("demands the gateway key of the proxy, too", () =>
    Effect.gen(function* () {
      const { ask, gatewayKey, holds, key } = yield* opened({ chat: { amount: 0.01 } }, { host: "0.0.0.0" })
      const asking = (presented: string) => ask("chat", { ...bearer(key), "X-Tollgate-Gateway-Key": presented })
      const refused = [
        yield* ask("chat"),
        yield* asking(""),
        yield* asking(key),
        yield* asking(`${gatewayKey} `.slice(0, -2))
      ]
      expect(refused.map(({ headers, status }) => [status, headers["x-tollgate-reason"]])).toEqual(
        refused.map(() => [403, "gateway_key_required"])
      )
      expect(yield* holds).toEqual([])
      expect((yield* asking(gatewayKey)).status).toBe(200)
    })
  )
})

describe("a question that a proxy sends again", () => {
  const route = { amount: 0.25, takes: ["request_id"] } as const
  const named = (key: string, id: string) => ({ ...bearer(key), "X-Request-Id": id })

  it.scoped("is charged once within 10 minutes, also over the turn of the hour, and refused afterwards", () =>
    Effect.gen(function* () {
      const { ask, holds, key } = yield* opened({ chat: route, other: route })
      yield* TestClock.setTime(HALF_PAST + 29 * 60_000)
      const first = yield* ask("chat", named(key, "one"))
      yield* TestClock.adjust("9 minutes")
      const again = yield* ask("chat", named(key, "one"))
      expect([first.status, idOf(again)]).toEqual([200, idOf(first)])
      expect(yield* holds).toHaveLength(1)

      expect(idOf(yield* ask("chat", named(key, "two")))).not.toBe(idOf(first))
      expect(idOf(yield* ask("other", named(key, "one")))).not.toBe(idOf(first))
      expect(yield* holds).toHaveLength(3)

      yield* TestClock.adjust("10 minutes")
      const late = yield* ask("chat", named(key, "two"))
      expect([late.status, late.headers["x-tollgate-reason"]]).toEqual([409, "hold_ended"])
    })
  )

  it.scoped("is refused with another key", () =>
    Effect.gen(function* () {
      const { ask, holds, key, ordinaryKey } = yield* opened({ chat: route })
      yield* ask("chat", named(key, "one"))
      const { headers, status } = yield* ask("chat", named(ordinaryKey, "one"))
      expect([status, headers["x-tollgate-reason"]]).toEqual([409, "hold_conflict"])
      expect(yield* holds).toHaveLength(1)
    })
  )

  it.scoped("is admitted by its hold in the mode hold, unless that was given back", () =>
    Effect.gen(function* () {
      const { ask, holds, key, stores } = yield* opened({ agent: { ...route, mode: "hold" } })
      const first = idOf(yield* ask("agent", named(key, "one")))
      expect(idOf(yield* ask("agent", named(key, "one")))).toBe(first)
      yield* release(first).pipe(Effect.provideService(GatewayCaller, { organizationId: null }), Effect.provide(stores))
      expect((yield* ask("agent", named(key, "one"))).status).toBe(409)
      expect(yield* holds).toHaveLength(1)
    })
  )

  it.scoped("is charged once if its repetitions arrive together", () =>
    Effect.gen(function* () {
      const { ask, holds, key } = yield* opened({ chat: route })
      const answers = yield* Effect.replicateEffect(ask("chat", named(key, "one")), 20, { concurrency: "unbounded" })
      const admitted = answers.filter(({ status }) => status === 200)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(admitted.map(idOf)).size).toBe(1)
      expect(yield* holds).toHaveLength(1)
    })
  )
})

describe("a question whose proxy leaves before the answer", () => {
  const left = (mode: "charge" | "hold") =>
    Effect.gen(function* () {
      const { holds, key, serveOver, stores } = yield* opened({ chat: { amount: 0.25, mode } })
      const [reached, passing] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const store = Context.get(stores, SpendingStore)
      const admit: typeof store.admit = (admission) =>
        Effect.zipLeft(
          store.admit(admission),
          Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(passing))
        )
      const slow = yield* serveOver(Context.add(stores, SpendingStore, { ...store, admit }))
      const url = `http://127.0.0.1:${slow.port}`
      const client = yield* wire(url)
      client.write(message("GET", "/auth/chat", [`Authorization: Bearer ${key}`]))
      yield* Deferred.await(reached)
      client.socket.resetAndDestroy()
      // The server has noticed it when it has answered others.
      yield* Effect.replicateEffect(send(`${url}/healthz`), 5)
      yield* Deferred.succeed(passing, undefined)
      const isOpen = Effect.map(holds, (all) => all.some(({ state }) => state === "open"))
      while (yield* isOpen) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      return (yield* holds).map(({ state }) => state)
    })

  it.scoped("gives back what it holds", () =>
    Effect.map(left("hold"), (states) => expect(states).toEqual(["released"]))
  )

  it.scoped("is charged, if the route charges", () =>
    Effect.map(left("charge"), (states) => expect(states).toEqual(["settled"]))
  )
})

/** What the proxies send that the tests do not run, by their documents and sources: see docs/gateways.md. */
describe("recorded requests", () => {
  const recorded: ReadonlyArray<
    readonly [proxy: string, head: (key: string) => string, models: ReadonlyArray<string>]
  > = [
    [
      "Envoy: its client's method and path behind path_prefix, and Content-Length 0",
      (key) =>
        `POST /auth/envoy/v1/chat/completions?stream=1 HTTP/1.1\r\nhost: api.example\r\nauthorization: Bearer ${key}\r\ncontent-length: 0\r\n` +
        "x-request-id: 3e7a1c1e-3c0a-9f6c-8d3f-0a4f5e6b7c8d\r\nx-envoy-internal: true\r\nx-forwarded-for: 10.0.0.9\r\nx-envoy-expected-rq-timeout-ms: 10000\r\n",
      []
    ],
    [
      "Traefik: GET with the headers of authRequestHeaders and X-Forwarded-*",
      (key) =>
        `GET /auth/traefik HTTP/1.1\r\nHost: 127.0.0.1:9465\r\nUser-Agent: Go-http-client/1.1\r\nAuthorization: Bearer ${key}\r\nX-Forwarded-For: 10.0.0.9\r\n` +
        "X-Forwarded-Host: api.example\r\nX-Forwarded-Method: POST\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Uri: /v1/chat/completions\r\nAccept-Encoding: gzip\r\n",
      []
    ],
    [
      "agentgateway: its client's method, the path and the headers by CEL",
      (key) =>
        `POST /auth/agentgateway HTTP/1.1\r\nauthorization: Bearer ${key}\r\nx-tollgate-model: gpt-4o-mini\r\nhost: 127.0.0.1:9465\r\ncontent-length: 0\r\n`,
      ["gpt-4o-mini"]
    ]
  ]

  it.scoped.each(recorded)("%s", ([, head, models]) =>
    Effect.gen(function* () {
      const {
        gatewayKey: _,
        holds,
        key,
        port
      } = yield* opened(
        {
          envoy: { amount: 0.75, takes: ["request_id"] },
          traefik: { amount: 0.75 },
          agentgateway: { amount: 0.75, takes: ["model"] }
        },
        { limit: 1 }
      )
      const asking = (text: string) =>
        Effect.map(
          exchange(`http://127.0.0.1:${port}`, `${text}Connection: close\r\n\r\n`),
          ({ answers }) => answers[0]
        )
      const admitted = yield* asking(head(key))
      expect([admitted?.status, admitted?.headers["x-tollgate-user"], admitted?.body]).toEqual([200, "owner", ""])
      expect((yield* holds).map((hold) => [hold.id, hold.models])).toEqual([
        [admitted?.headers["x-tollgate-hold"], models]
      ])
      const spent = yield* asking(head(key).replace("3e7a1c1e", "4e7a1c1e"))
      expect([spent?.status, JSON.parse(spent?.body ?? "").error.code]).toEqual([402, 402])
    })
  )
})
