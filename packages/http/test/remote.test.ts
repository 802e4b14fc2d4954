import { FetchHttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import {
  CodeRefused,
  InvalidCredential,
  KeyHash,
  KeyNotFound,
  LastManagementKey,
  ManagementKeyRequired,
  NewApiKey,
  Refusals,
  SlugTaken,
  Usd
} from "@tollgate/core"
import { type Operation, operations, TollgateClient } from "@tollgate/http"
import { Array as Arr, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { metadataSamples } from "../src/api/document/metadataSamples.js"
import { type Refusal, type RefusalTag, wireErrorOf } from "../src/api/errorTable.js"
import { InternalError } from "../src/api/WireError.js"
import { toRefusal } from "../src/client/toRefusal.js"
import { openAccount, serve } from "./account.js"

const everywhere: ReadonlyArray<RefusalTag> = [
  "GatewayKeyRequired",
  "InvalidCredential",
  "InvalidInput",
  "ManagementKeyRequired",
  "ReadOnlyKey",
  "StorageFailure"
]

const asked = {
  path: { id: "01a19467-e800-7cc3-98c4-dc0c0c07398f", hash: "0".repeat(64), user_id: "ada" },
  payload: {
    code_challenge_method: "S256",
    expires_at: DateTime.unsafeMake(0),
    slug: "taken",
    user_id: "ada",
    id: "01a19467-e800-7cc3-98c4-dc0c0c07398f"
  }
}

const issues = [{ path: ["name"], expected: "a text" }]

/** The refusal of a request for an operation. */
const refusalOf = ({ resource }: Operation, tag: RefusalTag): Refusal<RefusalTag> =>
  Refusals[tag].from({
    ...asked,
    resource,
    issues,
    metadata: metadataSamples[tag]?.[0] ?? {},
    reason: undefined,
    cause: undefined
  })

describe("the way back from the wire", () => {
  it.each(operations)("of $id leads to one refusal each", (operation) => {
    const tags = Arr.dedupe([...operation.refuses, ...everywhere])
    const answers = tags.map((tag) => {
      const { error } = wireErrorOf(refusalOf(operation, tag))
      return `${error.code} ${error.metadata?.["reason"]}`
    })
    expect(new Set(answers).size).toBe(tags.length)
  })

  it.each(operations)("of $id ends where it began", (operation) => {
    for (const tag of Arr.dedupe([...operation.refuses, ...everywhere])) {
      const refused = refusalOf(operation, tag)
      const wire = wireErrorOf(refused)
      const back = toRefusal(operation, asked, wire)
      expect(back).toBeInstanceOf(Refusals[tag])
      expect(back).toEqual(tag === "StorageFailure" ? new Refusals.StorageFailure({ cause: wire }) : refused)
    }
  })

  it.each(["none", "unknown"] as const)("keeps the outcome of a storage failure: %s", (outcome) => {
    const wire = wireErrorOf(new Refusals.StorageFailure({ cause: "a broken disk", outcome }))
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
      const hash = KeyHash.make("0".repeat(64))
      const refused = [
        new SlugTaken({ resource: "preset", slug: "taken" }),
        new LastManagementKey({ hash, change: "delete" })
      ]
      for (const one of refused) {
        expect(toRefusal(operation, {}, wireErrorOf(one))).toMatchObject({ _tag: "RequestFailed", status: 400 })
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
