import { describe, expect, it } from "@effect/vitest"
import { createKey, SecretKey } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import type { WebHandler } from "@tollgate/http"
import { aKey, aKeyRecord } from "@tollgate/testing/accounts"
import { type Clock, Context, DateTime, Effect, Option, Redacted, TestClock } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

/** The statuses of so many equal requests, one after another. */
const statusesOf = (handler: WebHandler, path: string, key: string, times: number, method = "GET") =>
  Effect.map(Effect.replicateEffect(ask(handler, api(path), { method, headers: bearer(key) }), times), (all) =>
    all.map(({ status }) => status)
  )

const NOON = Date.UTC(2026, 2, 4, 12)

const patcher = (handler: WebHandler, key: string, hash: string) => (body: string) =>
  Effect.map(
    ask(handler, api(`/keys/${hash}`), { method: "PATCH", headers: { ...bearer(key), ...json }, body }),
    ({ body, headers, status }) => ({
      status,
      limit: headers["x-ratelimit-limit"],
      remaining: headers["x-ratelimit-remaining"],
      reset: headers["x-ratelimit-reset"],
      retryAfter: headers["retry-after"],
      body
    })
  )

describe("updates of keys", () => {
  it.scoped("are 600 a minute for a management key where nothing else is said", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOON)
      const { hash, managementKey, ordinaryKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const patch = patcher(handler, managementKey, hash)
      const reset = String(NOON / 1000 + 60)
      expect(yield* patch("{}")).toMatchObject({
        status: 200,
        limit: "600",
        remaining: "599",
        reset
      })
      for (let i = 2; i < 600; i++) expect((yield* patch("{}")).status).toBe(200)
      expect(yield* patch("{}")).toMatchObject({ status: 200, limit: "600", remaining: "0", reset })
      const { body, ...refused } = yield* patch("{}")
      expect(refused).toEqual({ status: 429, limit: "600", remaining: "0", reset, retryAfter: "60" })
      expect(JSON.parse(body)).toEqual({
        error: {
          code: 429,
          message: "Rate limit exceeded",
          metadata: { reason: "rate_limited", retry_after_seconds: 60 }
        },
        user_id: "owner"
      })
      // Other callers and other operations are not limited.
      const other = yield* patcher(handler, ordinaryKey, hash)("{}")
      expect(other).toMatchObject({ status: 401, limit: undefined })
      const presets = yield* ask(handler, api("/presets"), { headers: bearer(managementKey) })
      expect(presets.status).toBe(200)
    })
  )

  it.scoped("are counted for each management key of an organization, up to exactly the limit", () =>
    Effect.gen(function* () {
      const { hash, managementHash, managementKey, stores } = yield* openAccount
      const secret = yield* SecretKey.mint("management")
      const keyStore = Context.get(stores, KeyStore)
      const first = Option.getOrThrow(yield* keyStore.identify(managementHash, yield* DateTime.now))
      const second = yield* aKeyRecord(
        { organization_id: first.organization_id, workspace_id: first.workspace_id, owner: first.creator_user_id },
        { is_management: true, hash: SecretKey.hash(secret) }
      )
      yield* keyStore.insert(second)
      const { handler } = yield* serve(stores, 3)
      const outcomes = (key: string) =>
        Effect.map(Effect.replicateEffect(patcher(handler, key, hash)("{}"), 4), (all) =>
          all.map(({ limit, remaining, status }) => ({ status, limit, remaining }))
        )
      const counted = [
        { status: 200, limit: "3", remaining: "2" },
        { status: 200, limit: "3", remaining: "1" },
        { status: 200, limit: "3", remaining: "0" },
        { status: 429, limit: "3", remaining: "0" }
      ]
      expect(yield* outcomes(managementKey)).toEqual(counted)
      expect(yield* outcomes(Redacted.value(secret))).toEqual(counted)
    })
  )

  it.scoped("begin anew after a minute, and count before the body is read", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOON)
      const { hash, managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 2)
      const patch = patcher(handler, managementKey, hash)
      expect(yield* patch("{")).toMatchObject({ status: 400, remaining: "1" })
      expect(yield* patch("{}")).toMatchObject({ status: 200, remaining: "0" })
      yield* TestClock.adjust("18 seconds")
      expect(yield* patch("{")).toMatchObject({ status: 429, retryAfter: "42" })
      yield* TestClock.adjust("42 seconds")
      expect(yield* patch("{}")).toMatchObject({ status: 200, remaining: "1", reset: String(NOON / 1000 + 120) })
    })
  )

  it.scoped("are locked out by no wall clock that steps, back or forth", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const wall = { offset: 0 }
      const clock = yield* Effect.map(Effect.clock, (steady): Clock.Clock => {
        const unsafeCurrentTimeMillis = () => steady.unsafeCurrentTimeMillis() + wall.offset
        return Object.assign(Object.create(steady), {
          unsafeCurrentTimeMillis,
          currentTimeMillis: Effect.sync(unsafeCurrentTimeMillis),
          // The machine's monotonic clock, which cannot be set.
          unsafeCurrentTimeNanos: () => steady.unsafeCurrentTimeNanos()
        })
      })
      const { handler } = yield* Effect.withClock(serve(stores, 2), clock)
      const patch = patcher(handler, managementKey, hash)
      const statuses = Effect.map(Effect.all([patch("{}"), patch("{}"), patch("{}")]), (all) =>
        all.map((_) => _.status)
      )
      expect(yield* statuses).toEqual([200, 200, 429])
      wall.offset = -3_600_000
      yield* TestClock.adjust("61 seconds")
      expect(yield* statuses).toEqual([200, 200, 429])
      wall.offset = 3_600_000
      expect((yield* patch("{}")).status).toBe(429)
      yield* TestClock.adjust("61 seconds")
      expect(yield* statuses).toEqual([200, 200, 429])
    })
  )

  it.scoped("have no limit, and no headers of one, with 0", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 0)
      const patch = patcher(handler, managementKey, hash)
      for (let i = 0; i < 601; i++) {
        expect(yield* patch("{}")).toMatchObject({ status: 200, limit: undefined, remaining: undefined })
      }
    })
  )
})

describe("requests with a key of the wrong kind", () => {
  it.scoped("are counted for the key, whatever the operation takes", () =>
    Effect.gen(function* () {
      const { gatewayKey, managementKey, ordinaryKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 2)
      for (const [path, key, method] of [
        ["/keys", ordinaryKey, "GET"],
        ["/keys", gatewayKey, "GET"],
        ["/holds", ordinaryKey, "GET"],
        ["/holds/nothing", ordinaryKey, "GET"],
        ["/holds/nothing/settle", ordinaryKey, "POST"],
        ["/holds/nothing/settle", managementKey, "POST"]
      ] as const) {
        expect([path, yield* statusesOf(handler, path, key, 4, method)]).toEqual([path, [403, 403, 429, 429]])
      }
      expect(yield* statusesOf(handler, "/keys", managementKey, 3)).toEqual([200, 200, 429])
    })
  )

  it.scoped("leave the organization's allowance to its managers", () =>
    Effect.gen(function* () {
      const { asManager, managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores, 1)
      const keys = yield* Effect.replicateEffect(createKey(aKey()), 11).pipe(
        Effect.provide(asManager),
        Effect.provide(stores)
      )
      for (const { key } of keys) {
        expect(yield* statusesOf(handler, "/keys", Redacted.value(key), 2)).toEqual([403, 429])
      }
      expect(yield* statusesOf(handler, "/keys", managementKey, 1)).toEqual([200])
    })
  )

  it.scoped("are 6,000 a minute where the operation takes gateway keys alone", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const { headers, status } = yield* ask(handler, api("/holds/nothing/settle"), {
        method: "POST",
        headers: bearer(managementKey)
      })
      expect([status, headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]).toEqual([403, "6000", "5999"])
    })
  )
})
