import { describe, expect, it } from "@effect/vitest"
import { release } from "@tollgate/core"
import { GatewayCaller, Usd } from "@tollgate/core/models"
import { SpendingStore } from "@tollgate/core/storage"
import { Context, Deferred, Effect, TestClock } from "effect"
import { bearer, send } from "./account.js"
import { HALF_PAST, idOf, opened } from "./forwardAuthAccount.js"
import { exchange, message, wire } from "./wire.js"

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
