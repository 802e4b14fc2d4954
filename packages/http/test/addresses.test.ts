import { createServer } from "node:http"
import { FetchHttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { TollgateClient } from "@tollgate/http"
import { Effect, Layer, Redacted } from "effect"
import { openAccount, serve } from "./account.js"

const options = { key: Redacted.make("tg_mk_any") }

const over = (fetch: typeof globalThis.fetch) =>
  Effect.provide(Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch)))

/** A server that sends everybody elsewhere, and the paths that it was asked for. */
const redirecting = Effect.acquireRelease(
  Effect.async<{ readonly url: string; readonly asked: Array<string>; readonly close: () => void }>((resume) => {
    const asked: Array<string> = []
    const server = createServer(({ url = "" }, response) => {
      asked.push(url)
      response.writeHead(307, { Location: "/elsewhere", "Content-Length": 0, Connection: "close" }).end()
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, asked, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

describe("the typed client", () => {
  it.scoped("follows no redirect, which would carry the key along, and tells the status", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* redirecting
      const client = yield* TollgateClient.make({ ...options, baseUrl: url })
      const gate = (yield* TollgateClient.connect({ url })).withKey(options.key)
      const urlParams = { limit: 1, offset: 0 }
      const failures = [
        yield* Effect.flip(client.presets.listPresets()),
        yield* Effect.flip(gate.presets.listPresets({ urlParams }))
      ]
      for (const failure of failures) {
        expect(failure).toMatchObject({ _tag: "RequestFailed", reason: "unknown_status", status: 307 })
      }
      expect(asked).toEqual(["/api/v1/presets?limit=50&offset=0", "/api/v1/presets?limit=1&offset=0"])
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )

  it.scoped("takes the address that a server prints, and that without a path", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const key = Redacted.make(managementKey)
      for (const baseUrl of ["http://a.test", "http://a.test/", "http://a.test/api/v1", "http://a.test/api/v1/"]) {
        const making = TollgateClient.make({ baseUrl, key })
        const client = yield* over((input, init) => handler(new Request(input, init)))(making)
        expect((yield* client.presets.listPresets()).total_count).toBe(1)
      }
    })
  )

  it("refuses an address with a query or a fragment, and repeats nothing of it", () => {
    for (const baseUrl of ["http://a.test/?secret", "http://a.test/#secret", "http://secret@a.test", "secret"]) {
      expect(() => TollgateClient.make({ ...options, baseUrl })).toThrow(
        /^url must be the address of a server(?!.*secret)/
      )
    }
  })

  it.effect("tells the status of an answer whose body is not the contract's", () =>
    Effect.gen(function* () {
      const answers = [new Response("<p>"), Response.json({ data: 1 }), new Response("<p>", { status: 401 })]
      for (const answer of answers) {
        const answering = over(async () => answer.clone())
        const client = yield* answering(TollgateClient.make({ ...options, baseUrl: "http://a.test" }))
        const gate = yield* answering(TollgateClient.connect({ url: "http://a.test" }))
        const urlParams = { limit: 1, offset: 0 }
        const failures = [
          yield* Effect.flip(client.presets.listPresets()),
          yield* Effect.flip(gate.withKey(options.key).presets.listPresets({ urlParams }))
        ]
        for (const failure of failures) {
          expect(failure).toMatchObject({ reason: "unreadable_answer", status: answer.status })
        }
      }
    })
  )

  it.effect("takes null for a request that says nothing, and one without its path or body for wrong", () =>
    Effect.gen(function* () {
      const answering = over(() => Promise.reject(new Error("asked")))
      const client = yield* answering(TollgateClient.make({ ...options, baseUrl: "http://a.test" }))
      // @ts-expect-error as JavaScript lets it
      const nothing = client.presets.listPresets(null)
      expect(yield* Effect.flip(nothing)).toMatchObject({ reason: "no_answer" })
      // @ts-expect-error as JavaScript lets it
      const nameless = client.keys.getKey()
      // @ts-expect-error as JavaScript lets it
      const nulled = client.keys.getKey({ path: null })
      for (const call of [nameless, nulled]) expect(yield* Effect.flip(call)).toMatchObject({ _tag: "InvalidInput" })
      const gate = yield* answering(TollgateClient.connect({ url: "http://a.test" }))
      // @ts-expect-error as JavaScript lets it
      const bodiless = gate.withKey(options.key).keys.createKey({})
      expect(yield* Effect.flip(bodiless)).toMatchObject({ _tag: "InvalidInput" })
    })
  )
})
