import { expect, it } from "@effect/vitest"
import { SpendingStore } from "@tollgate/core/storage"
import { aHold, openHold } from "@tollgate/testing/accounts"
import { Context, Deferred, Effect, Fiber, Redacted } from "effect"
import { MAX_IN_FLIGHT } from "../src/api/RateLimit.js"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"
import { exchange, message, wire } from "./wire.js"

/** A service whose look-ups of holds wait, and an open hold. */
const opened = Effect.gen(function* () {
  const { asManager, gatewayKey, managementKey, ordinaryKey, stores } = yield* openAccount
  const { id } = yield* openHold.pipe(Effect.provide(asManager), Effect.provide(stores))
  const store = Context.get(stores, SpendingStore)
  const gate = yield* Deferred.make<void>()
  let waiting = 0
  const find: typeof store.find = (name) =>
    Effect.zipRight(
      Effect.suspend(() => {
        waiting++
        return Deferred.await(gate)
      }),
      store.find(name)
    )
  const { handler, url } = yield* serve(Context.add(stores, SpendingStore, { ...store, find }))
  const get = (path = `/holds/${id}`, key = gatewayKey) => ask(handler, api(path), { headers: bearer(key) })
  const post = (path: string, body: object, key = gatewayKey) =>
    ask(handler, api(path), { method: "POST", headers: { ...bearer(key), ...json }, body: JSON.stringify(body) })
  return { gate, get, post, url, id, gatewayKey, managementKey, ordinaryKey, waiting: () => waiting }
})

it.scopedLive(
  "at most 1,024 requests of gateway keys are in flight; those beyond are answered 429, until one ends",
  () =>
    Effect.gen(function* () {
      const { gate, get, managementKey, post, waiting } = yield* opened
      expect(MAX_IN_FLIGHT).toBe(1024)
      const all = yield* Effect.fork(
        Effect.forEach(Array.from({ length: MAX_IN_FLIGHT }), () => get(), { concurrency: "unbounded" })
      )
      while (waiting() < MAX_IN_FLIGHT) yield* Effect.yieldNow()
      const beyond = yield* get()
      expect([beyond.status, beyond.headers["retry-after"], JSON.parse(beyond.body).error]).toEqual([
        429,
        "1",
        { code: 429, message: "Rate limit exceeded", metadata: { reason: "rate_limited", retry_after_seconds: 1 } }
      ])
      expect((yield* post("/holds/release", { instance: "one" })).status).toBe(429)
      // Other keys have a limit of their own.
      expect((yield* get("/holds", managementKey)).status).toBe(200)
      yield* Deferred.succeed(gate, undefined)
      const statuses = new Set((yield* Fiber.join(all)).map(({ status }) => status))
      expect([...statuses]).toEqual([200])
      expect((yield* get()).status).toBe(200)
    })
)

it.scopedLive("the bundled server has connections for them, and answers those beyond 429", () =>
  Effect.gen(function* () {
    const { gate, gatewayKey, id, managementKey, url, waiting } = yield* opened
    const asking = (path: string, key: string) =>
      message("GET", api(path), [`Authorization: ${bearer(key).Authorization}`, "Connection: close"])
    const status = (path: string, key: string) =>
      Effect.map(exchange(url, asking(path, key)), ({ answers }) => answers.map(({ status }) => status))
    const all = yield* Effect.replicateEffect(wire(url), MAX_IN_FLIGHT, { concurrency: 64 })
    for (const each of all) each.write(asking(`/holds/${id}`, gatewayKey))
    while (waiting() < MAX_IN_FLIGHT)
      yield* Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
    expect(yield* status(`/holds/${id}`, gatewayKey)).toEqual([429])
    expect(yield* status("/keys", managementKey)).toEqual([200])
    yield* Deferred.succeed(gate, undefined)
    const answers = yield* Effect.forEach(all, (each) => each.until(1))
    expect(new Set(answers.map(([first]) => first?.status))).toEqual(new Set([200]))
  })
)

it.scopedLive(
  "requests that are refused take no place for longer than their answer, and gateways have no limit per minute",
  () =>
    Effect.gen(function* () {
      const { gate, get, ordinaryKey, post, waiting } = yield* opened
      // With few places left, few refusals show whether one keeps its place.
      const left = 10
      const others = yield* Effect.fork(
        Effect.forEach(Array.from({ length: MAX_IN_FLIGHT - left }), () => get(), { concurrency: "unbounded" })
      )
      while (waiting() < MAX_IN_FLIGHT - left) yield* Effect.yieldNow()
      const refusals: ReadonlyArray<readonly [status: number, ask: ReturnType<typeof get>]> = [
        [404, get("/holds/nothing")],
        [400, post("/holds", { amount: 0 })]
      ]
      for (const [status, refused] of refusals) {
        const statuses = yield* Effect.replicateEffect(refused, 2 * left)
        expect(new Set(statuses.map((answer) => answer.status))).toEqual(new Set([status]))
      }
      const hold = aHold(Redacted.make(ordinaryKey))
      const { headers, status } = yield* post("/holds", { key: ordinaryKey, amount: 0.25, models: hold.models })
      expect(status).toBe(201)
      expect(Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([])
      yield* Deferred.succeed(gate, undefined)
      expect(new Set((yield* Fiber.join(others)).map((answer) => answer.status))).toEqual(new Set([200]))
    })
)
