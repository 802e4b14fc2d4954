import { createHash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import { Memory, type Services } from "@tollgate/core"
import { AllowImport, TollgateApp, webHandler } from "@tollgate/http"
import { type Context, Effect, Layer } from "effect"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
const PREFIX = "sk-or-v1-"

const keyOf = (secret: string) => ({ secret_hash: createHash("sha256").update(secret).digest("hex"), name: secret })

const bodyOf = (secrets: ReadonlyArray<string>, rest: object = {}) =>
  JSON.stringify({ prefix: PREFIX, keys: secrets.map(keyOf), ...rest })

/** A service over some stores that imports keys. */
const importing = (stores: Context.Context<Services>) =>
  webHandler().pipe(
    Effect.provide(TollgateApp.layer),
    Effect.provide(Layer.succeed(AllowImport, true)),
    Effect.provide(stores)
  )

it.scoped("a server that allows it imports keys, which are accepted from then on", () =>
  Effect.gen(function* () {
    const { managementKey, ordinaryKey, readOnlyKey, stores } = yield* openAccount
    const handler = yield* importing(stores)
    const post = (key: string, body: string, more: Readonly<Record<string, string>> = {}) =>
      ask(handler, api("/keys/import"), { method: "POST", headers: { ...bearer(key), ...json, ...more }, body })
    const current = (key: string) => ask(handler, api("/key"), { headers: bearer(key) })
    const [alice, bob] = [`${PREFIX}alice`, `${PREFIX}bob`]
    const dry = yield* post(managementKey, bodyOf([alice], { dry_run: true }))
    expect([dry.status, JSON.parse(dry.body)]).toEqual([200, { imported_count: 0, hashes: [] }])
    expect((yield* current(alice)).status).toBe(401)
    const done = yield* post(managementKey, bodyOf([alice]), { "Idempotency-Key": "one" })
    expect([done.status, JSON.parse(done.body)]).toEqual([201, { imported_count: 1, hashes: [hash] }])
    expect(yield* post(managementKey, bodyOf([alice]), { "Idempotency-Key": "one" })).toMatchObject({
      status: 201,
      body: done.body,
      headers: { "idempotency-replayed": "true" }
    })
    const accepted = yield* current(alice)
    expect([accepted.status, JSON.parse(accepted.body).data.hash]).toEqual([200, JSON.parse(done.body).hashes[0]])
    const taken = yield* post(managementKey, bodyOf([bob, alice]))
    expect([taken.status, JSON.parse(taken.body).error]).toEqual([
      400,
      {
        code: 400,
        message: expect.any(String),
        metadata: {
          reason: "hash_taken",
          issues: [{ path: ["keys"], expected: "keys whose secret_hash is not in use" }]
        }
      }
    ])
    expect((yield* current(bob)).status).toBe(401)
    expect((yield* post(ordinaryKey, bodyOf([bob]))).status).toBe(403)
    for (const dry_run of [true, false]) {
      const refused = yield* post(readOnlyKey, bodyOf([bob], { dry_run }))
      expect([refused.status, JSON.parse(refused.body).error.metadata]).toEqual([403, { reason: "read_only" }])
    }
    const many = Array.from({ length: 1000 }, (_, at) => `${PREFIX}${at}`)
    const large = bodyOf(many)
    expect(large.length).toBeGreaterThan(65_536)
    expect(JSON.parse((yield* post(managementKey, large, {})).body).imported_count).toBe(1000)
    const other = yield* ask(handler, api("/keys/import"), { method: "PUT", headers: bearer(managementKey) })
    expect([other.status, other.headers["allow"]]).toEqual([405, "GET, POST, PATCH, DELETE, HEAD"])
  })
)

it.scoped("only the document of a server that allows it has the import", () =>
  Effect.gen(function* () {
    const { stores } = yield* openAccount
    const pathsOf = (handler: Effect.Effect.Success<typeof allowing>) =>
      Effect.map(ask(handler, "/openapi.json"), ({ body }) => JSON.parse(body).paths)
    const allowing = importing(stores)
    const [extended, plain] = [yield* pathsOf(yield* allowing), yield* pathsOf((yield* serve(stores)).handler)]
    const { [api("/keys/import")]: added, ...others } = extended
    expect(others).toEqual(plain)
    expect(Object.keys(added)).toEqual(["post"])
    expect(added.post).toMatchObject({ operationId: "importKeys", summary: "Import API keys" })
  })
)

it.scoped("every other server answers as to any key's path with this method", () =>
  Effect.gen(function* () {
    const stores = yield* Layer.build(Layer.fresh(Memory.layer))
    const { handler } = yield* serve(stores)
    const post = (path: string, body?: string) =>
      ask(handler, api(path), { method: "POST", headers: json, ...(body && { body }) })
    const answers = [yield* post("/keys/import", bodyOf(["a"])), yield* post("/keys/importing", bodyOf(["a"]))]
    const [found, other] = answers.map(({ body, headers: { "x-request-id": _, ...headers }, status }) => ({
      body,
      headers,
      status
    }))
    expect(found).toEqual(other)
    expect(found?.status).toBe(405)
  })
)
