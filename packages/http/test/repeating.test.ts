import { FetchHttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { ApiKeyPatch, Entropy, IdempotencyAnswerUnavailable, KeyNotFound } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { RateLimited, RequestFailed, TollgateClient } from "@tollgate/http"
import { Context, Effect, Fiber, Layer, Redacted, Schema, TestClock } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

type Fetch = typeof globalThis.fetch
type Fault = (request: Request, answer: () => Promise<Response>) => Promise<Response>

const lost: Fault = () => Promise.reject(new TypeError("fetch failed"))
const lostAfter: Fault = async (_, answer) => {
  await answer()
  return Promise.reject(new TypeError("fetch failed"))
}
const cutOff: Fault = async (_, answer) => {
  const { headers, status } = await answer()
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) })
  return new Response(body, { status, headers })
}
const status =
  (status: number, headers: Record<string, string> = {}): Fault =>
  () =>
    Promise.resolve(new Response("busy", { status, headers }))

/** A client of a service in this process, and the keys of the changes that it has sent. Each request meets the next fault. */
const opened = Effect.gen(function* () {
  const account = yield* openAccount
  const { handler } = yield* serve(account.stores)
  const keys: Array<string | null> = []
  const faults: Array<Fault> = []
  const fetch: Fetch = (input, init) => {
    const request = new Request(input, init)
    keys.push(request.headers.get("idempotency-key"))
    const answer = () => handler(request)
    return faults.shift()?.(request, answer) ?? answer()
  }
  const server = yield* Effect.provide(
    TollgateClient.connect({ url: "http://tollgate.test" }),
    Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
  )
  const client = server.withKey(Redacted.make(account.managementKey))
  const rename = (name: string, hash: string = account.hash) =>
    Effect.flatMap(Schema.decode(ApiKeyPatch)({ name }), (payload) =>
      client.keys.updateKey({ path: { hash }, payload })
    )
  /** Runs a call, and lets all its waits pass. */
  const settle = <A, E>(call: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.either(call))
      while ((yield* Fiber.poll(fiber))._tag === "None") {
        yield* TestClock.adjust("1 seconds")
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      return yield* Effect.flatten(Fiber.join(fiber))
    })
  return { client, faults, keys, rename, settle }
})

describe("A change over HTTP", () => {
  it.scoped("has a key of its own, and a read has none", () =>
    Effect.gen(function* () {
      const { client, keys, rename } = yield* opened
      yield* rename("One")
      yield* rename("Two")
      yield* client.presets.listPresets({ urlParams: { limit: 1, offset: 0 } })
      const [first, second, read] = keys
      for (const key of [first, second]) expect(key).toMatch(/^[0-9a-f]{32}$/)
      expect(first).not.toBe(second)
      expect(read).toBeNull()
    })
  )

  it.scoped("has a key of 16 bytes from the source of chance, in hex", () =>
    Effect.gen(function* () {
      const { keys, rename } = yield* opened
      const bytes = (size: number) => new Uint8Array(size).fill(171)
      yield* Effect.provideService(rename("One"), Entropy, { ...(yield* Entropy), bytes })
      expect(keys).toEqual(["ab".repeat(16)])
    })
  )

  it.scoped("whose answer cannot be given again fails so, and is not sent again", () =>
    Effect.gen(function* () {
      const { faults, keys, rename, settle } = yield* opened
      yield* rename("One")
      const issues = new IdempotencyAnswerUnavailable().issues
      const metadata = { reason: "idempotency_answer_unavailable", issues }
      const answer = { error: { code: 409, message: "Conflict", metadata } }
      faults.push(lostAfter, () => Promise.resolve(Response.json(answer, { status: 409 })))
      expect(yield* Effect.flip(settle(rename("Two")))).toEqual(new IdempotencyAnswerUnavailable())
      expect(keys).toHaveLength(3)
    })
  )

  const faults: Readonly<Record<string, Fault>> = {
    "its connection is lost": lost,
    "its connection is lost after it was done": lostAfter,
    "the connection is lost within its answer": cutOff,
    "the answer is 429": status(429, { "retry-after": "3" }),
    "the answer is 502": status(502),
    "the answer is 503": status(503, { "retry-after": "1" }),
    "the answer is 504": status(504)
  }
  for (const [name, fault] of Object.entries(faults)) {
    it.scoped(`is sent again under its key if ${name}`, () =>
      Effect.gen(function* () {
        const { faults, keys, rename, settle } = yield* opened
        yield* rename("One")
        faults.push(fault, fault)
        expect((yield* settle(rename("Two"))).name).toBe("Two")
        expect(keys).toHaveLength(4)
        expect(new Set(keys.slice(1)).size).toBe(1)
      })
    )
  }

  it.scoped("is sent three times at most", () =>
    Effect.gen(function* () {
      const { faults, keys, rename, settle } = yield* opened
      yield* rename("One")
      faults.push(lost, status(502), lost)
      expect(yield* Effect.flip(settle(rename("Two")))).toBeInstanceOf(RequestFailed)
      expect(keys).toHaveLength(4)
    })
  )

  it.scoped("is sent once to a server that has not shown that it knows such keys", () =>
    Effect.gen(function* () {
      const { faults, keys, rename, settle } = yield* opened
      faults.push(lost)
      expect(yield* Effect.flip(settle(rename("One")))).toBeInstanceOf(RequestFailed)
      expect(keys).toHaveLength(1)
    })
  )

  it.scoped("is not sent again if it is refused, if the server asks for a long wait, or for another failure", () =>
    Effect.gen(function* () {
      const { faults, keys, rename, settle } = yield* opened
      yield* rename("One")
      expect(yield* Effect.flip(settle(rename("Two", "0".repeat(64))))).toEqual(
        new KeyNotFound({ short_hash: "0".repeat(12) })
      )
      faults.push(status(429, { "retry-after": "11" }))
      expect(yield* Effect.flip(settle(rename("Two")))).toEqual(new RateLimited({ retryAfter: 11 }))
      faults.push(status(500))
      expect(yield* Effect.flip(settle(rename("Two")))).toBeInstanceOf(RequestFailed)
      expect(keys).toHaveLength(4)
    })
  )
})

describe("A request with Idempotency-Key", () => {
  /** A server, a rename of a key under an idempotency key, and the refusal of one. */
  const renaming = Effect.gen(function* () {
    const account = yield* openAccount
    const rename = (services: typeof account.stores, name: string) =>
      Effect.gen(function* () {
        const { handler } = yield* serve(services)
        return yield* ask(handler, api(`/keys/${account.hash}`), {
          method: "PATCH",
          headers: { ...bearer(account.managementKey), ...json, "idempotency-key": "once" },
          body: JSON.stringify({ name })
        })
      })
    return { rename, stores: account.stores }
  })
  const refused = (code: number, message: string, reason: string, expected: string) => ({
    error: { code, message, metadata: { reason, issues: [{ path: ["Idempotency-Key"], expected }] } },
    user_id: "owner"
  })

  it.scoped("that belongs to another request is refused", () =>
    Effect.gen(function* () {
      const { rename, stores } = yield* renaming
      expect((yield* rename(stores, "One")).status).toBe(200)
      const { body, headers, status } = yield* rename(stores, "Two")
      expect([status, headers["idempotency-replayed"]]).toEqual([400, undefined])
      expect(JSON.parse(body)).toEqual(
        refused(
          400,
          "Invalid request parameters",
          "idempotency_key_reused",
          "a new key for each change, and the same request under the same key"
        )
      )
    })
  )

  it.scoped(
    "is the same request if its path has the UUID in another letter case, and another one for another user",
    () =>
      Effect.gen(function* () {
        const { guardrail, managementKey, stores } = yield* openAccount
        const { handler } = yield* serve(stores)
        const send = (method: string, path: string, key: string, body?: object) =>
          Effect.map(
            ask(handler, api(path), {
              method,
              headers: { ...bearer(managementKey), "idempotency-key": key, ...(body && json) },
              ...(body && { body: JSON.stringify(body) })
            }),
            ({ headers, status }) => [status, headers["idempotency-replayed"]]
          )
        const rename = (id: string) => send("PATCH", `/guardrails/${id}`, "rename", { name: "Renamed" })
        expect(yield* rename(guardrail.toUpperCase())).toEqual([200, "false"])
        expect(yield* rename(guardrail)).toEqual([200, "true"])
        expect(yield* rename(guardrail.toUpperCase())).toEqual([200, "true"])
        const user = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"
        expect(yield* send("POST", "/organization/members", "join", { user_id: user, role: "member" })).toEqual([
          201,
          "false"
        ])
        expect(yield* send("DELETE", `/organization/members/${user}`, "leave")).toEqual([200, "false"])
        // Ids of users are of the host's own form, in which letter cases differ.
        expect(yield* send("DELETE", `/organization/members/${user.toUpperCase()}`, "leave")).toEqual([400, undefined])
      })
  )

  it.scoped("whose answer was sealed with a master key that was removed is refused, and told that it was done", () =>
    Effect.gen(function* () {
      const { rename, stores } = yield* renaming
      const { body: first } = yield* rename(stores, "One")
      const { body, headers, status } = yield* rename(Context.add(stores, Vault, yield* Vault.makeEphemeral), "One")
      expect([status, headers["idempotency-replayed"], headers["retry-after"]]).toEqual([409, undefined, undefined])
      expect(JSON.parse(body)).toEqual(
        refused(
          409,
          "Conflict",
          "idempotency_answer_unavailable",
          "a new key for another change: this one was done, and reading what it concerns shows its result"
        )
      )
      expect((yield* rename(stores, "One")).body).toBe(first)
    })
  )

  it.scoped("that reads ignores it, and a change refuses one that is none", () =>
    Effect.gen(function* () {
      const account = yield* openAccount
      const { handler } = yield* serve(account.stores)
      const send = (method: string, path: string, key: string) =>
        Effect.promise(() =>
          handler(
            new Request(`http://tollgate.test/api/v1${path}`, {
              method,
              headers: { authorization: `Bearer ${key}`, "idempotency-key": "not valid" }
            })
          )
        )
      const read = yield* send("GET", "/keys", account.managementKey)
      expect([read.status, read.headers.get("idempotency-replayed")]).toEqual([200, null])
      const changed = yield* send("DELETE", `/keys/${account.hash}`, account.managementKey)
      expect(changed.status).toBe(400)
      expect(yield* Effect.promise(() => changed.json())).toEqual({
        error: {
          code: 400,
          message: "Invalid request parameters",
          metadata: {
            reason: "idempotency_key_invalid",
            issues: [{ path: ["Idempotency-Key"], expected: "one header of 1 to 255 visible ASCII characters" }]
          }
        },
        user_id: "owner"
      })
    })
  )
})
