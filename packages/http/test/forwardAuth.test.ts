import { describe, expect, it } from "@effect/vitest"
import {
  addOrganizationMember,
  deleteGatewayKey,
  SecretKey,
  settle,
  setWorkspaceBudget,
  updateKey,
  verifySpending
} from "@tollgate/core"
import { GatewayCaller, NewOrganizationMember, Usd } from "@tollgate/core/models"
import { SpendingStore, StorageFailure } from "@tollgate/core/storage"
import { Context, Effect, Redacted, Schema, TestClock } from "effect"
import { bearer, send } from "./account.js"
import { idOf, opened } from "./forwardAuthAccount.js"
import { exchange, message } from "./wire.js"

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
