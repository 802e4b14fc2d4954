import { FetchHttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import {
  CodeRefused,
  InvalidCredential,
  KeyNotFound,
  LastManagementKey,
  ManagementKeyRequired,
  NewApiKey,
  Refusals,
  Usd
} from "@tollgate/core"
import { operations, TollgateClient } from "@tollgate/http"
import { Array as Arr, Effect, Layer, Redacted, Schema } from "effect"
import { type RefusalTag, wireErrorOf } from "../src/api/errorTable.js"
import { InternalError } from "../src/api/WireError.js"
import { toRefusal } from "../src/client/toRefusal.js"
import { openAccount, serve } from "./account.js"

const everywhere: ReadonlyArray<RefusalTag> = [
  "InvalidCredential",
  "InvalidInput",
  "ManagementKeyRequired",
  "StorageFailure"
]

/** What a caller can tell refusals apart by. */
const read = (tag: RefusalTag) => {
  const { error } = wireErrorOf(tag)
  return `${error.code} ${error.metadata?.["reason"]}`
}

describe("the way back from the wire", () => {
  it.each(operations)("of $id leads to one refusal each", ({ refuses }) => {
    const tags = Arr.dedupe([...refuses, ...everywhere])
    expect(new Set(tags.map(read)).size).toBe(tags.length)
  })

  it.each(operations)("of $id ends where it began", (operation) => {
    const asked = {
      path: { id: "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10", hash: "0".repeat(64) },
      payload: Schema.decodeUnknownSync(
        Schema.Struct({
          code_challenge_method: Schema.Literal("S256"),
          expires_at: Schema.DateTimeUtc,
          slug: Schema.String,
          user_id: Refusals.AlreadyMember.fields.user_id
        })
      )({ code_challenge_method: "S256", expires_at: "2020-01-01T00:00:00Z", slug: "taken", user_id: "ada" })
    }
    for (const tag of Arr.dedupe([...operation.refuses, ...everywhere])) {
      const refusal = toRefusal(operation, asked, wireErrorOf(tag))
      expect(refusal).toBeInstanceOf(Refusals[tag])
      expect(refusal._tag).toBe(tag)
    }
  })

  it.each(["none", "unknown"] as const)("keeps the outcome of a storage failure: %s", (outcome) => {
    const wire = wireErrorOf("StorageFailure", [], outcome)
    for (const operation of operations) {
      expect(toRefusal(operation, {}, wire)).toEqual(new Refusals.StorageFailure({ cause: wire, outcome }))
    }
  })

  it("is not a storage failure if the server failed unexpectedly", () => {
    const [operation] = operations
    if (operation === undefined) throw new Error("There is no operation.")
    const failure = toRefusal(operation, {}, InternalError.now())
    expect(failure).toMatchObject({
      _tag: "RequestFailed",
      reason: "server_error",
      status: 500,
      message: `${operation.id}: The server failed unexpectedly (500).`
    })
  })

  it("is none where an operation does not say such a thing, or not of such a request", () => {
    for (const operation of operations.filter(({ name }) => name === "deleteKey")) {
      for (const tag of ["SlugTaken", "LastManagementKey"] as const) {
        expect(toRefusal(operation, {}, wireErrorOf(tag))).toMatchObject({ _tag: "RequestFailed", status: 400 })
      }
    }
    expect.assertions(2)
  })
})

describe("a server as a layer", () => {
  it.scoped("answers and refuses with the programs' own types", () =>
    Effect.gen(function* () {
      const { hash, managementHash, managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))
      const http = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
      const server = TollgateClient.layer({ url: "http://tollgate.test" })
      yield* Effect.gen(function* () {
        const remote = yield* TollgateClient.TollgateClient
        const { keys, oauth, presets } = remote.withKey(Redacted.make(managementKey))
        const payload = yield* Schema.decode(NewApiKey)({ name: "A key", limit: 2.5 })
        const { data, key } = yield* keys.createKey({ payload })
        expect(data.limit).toEqual(Usd.fromNumber(2.5))

        const { keys: mine } = remote.withKey(key)
        expect((yield* mine.getCurrentKey({})).hash).toBe(data.hash)
        expect(yield* Effect.flip(mine.getKey({ path: { hash } }))).toEqual(new ManagementKeyRequired())
        // The contract lists no 403 there.
        expect(yield* Effect.flip(mine.updateKey({ path: { hash }, payload: {} }))).toEqual(new InvalidCredential())

        const missing = keys.getKey({ path: { hash: "0".repeat(64) } })
        const caught = Effect.catchTag(missing, "KeyNotFound", ({ short_hash }) => Effect.succeed(short_hash))
        expect(yield* caught).toBe("0".repeat(12))
        expect(yield* Effect.flip(keys.getKey({ path: { hash: "" } }))).toEqual(new KeyNotFound({ short_hash: null }))
        const disable = keys.updateKey({ path: { hash: managementHash }, payload: { disabled: true } })
        expect(yield* Effect.flip(disable)).toMatchObject({ _tag: LastManagementKey._tag, hash: managementHash })
        const exchange = oauth.exchangeCode({ payload: { code: Redacted.make("none") } })
        expect(yield* Effect.flip(exchange)).toEqual(new CodeRefused())
        expect((yield* presets.listPresets({ urlParams: { limit: 1, offset: 0 } })).total_count).toBe(1)
      }).pipe(Effect.provide(Layer.provide(server, http)))
    })
  )
})
