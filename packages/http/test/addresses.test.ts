import { createServer } from "node:http"
import { FetchHttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { KeyNotFound } from "@tollgate/core"
import { TollgateClient } from "@tollgate/http"
import { Effect, Layer, Redacted } from "effect"
import { openAccount, serve } from "./account.js"

const anyKey = Redacted.make("tg_mk_any")
const urlParams = { limit: 1, offset: 0 }

const over = (fetch: typeof globalThis.fetch) =>
  Effect.provide(Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch)))

/** A server that redirects every request, and the paths of these. */
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
  it.scoped("follows no redirect, which would carry the key along, and reports its status", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* redirecting
      const { presets } = (yield* TollgateClient.connect({ url })).withKey(anyKey)
      const failure = yield* Effect.flip(presets.listPresets({ urlParams }))
      expect(failure).toMatchObject({ _tag: "RequestFailed", reason: "unknown_status", status: 307 })
      expect(asked).toEqual(["/api/v1/presets?limit=1&offset=0"])
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )

  it.scoped("takes the address that a server prints, and that without a path", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { handler } = yield* serve(stores)
      const key = Redacted.make(managementKey)
      for (const url of ["http://a.test", "http://a.test/", "http://a.test/api/v1", "http://a.test/api/v1/"]) {
        const connecting = TollgateClient.connect({ url })
        const server = yield* over((input, init) => handler(new Request(input, init)))(connecting)
        expect((yield* server.withKey(key).presets.listPresets({ urlParams })).total_count).toBe(1)
      }
    })
  )

  it("refuses an address with a query or a fragment, and repeats nothing of it", () => {
    for (const url of ["http://a.test/?secret", "http://a.test/#secret", "http://secret@a.test", "secret"]) {
      expect(() => TollgateClient.connect({ url })).toThrow(
        /^url must be the http or https address of a server(?!.*secret)/
      )
    }
  })

  it.effect("tells the status of an answer whose body is not the contract's", () =>
    Effect.gen(function* () {
      const answers = [new Response("<p>"), Response.json({ data: 1 }), new Response("<p>", { status: 401 })]
      for (const answer of answers) {
        const answering = over(async () => answer.clone())
        const server = yield* answering(TollgateClient.connect({ url: "http://a.test" }))
        const failure = yield* Effect.flip(server.withKey(anyKey).presets.listPresets({ urlParams }))
        expect(failure).toMatchObject({ reason: "unreadable_answer", status: answer.status })
      }
    })
  )

  it.effect("takes null for an empty request, and refuses one without its path or body", () =>
    Effect.gen(function* () {
      const answering = over(() => Promise.reject(new Error("a request was sent")))
      const { keys } = (yield* answering(TollgateClient.connect({ url: "http://a.test" }))).withKey(anyKey)
      // @ts-expect-error as JavaScript lets it
      const nothing = keys.getCurrentKey(null)
      expect(yield* Effect.flip(nothing)).toMatchObject({ reason: "no_answer" })
      // @ts-expect-error as JavaScript lets it
      const nameless = keys.getKey()
      // @ts-expect-error as JavaScript lets it
      const nulled = keys.getKey({ path: null })
      for (const call of [nameless, nulled])
        expect(yield* Effect.flip(call)).toEqual(new KeyNotFound({ short_hash: null }))
      // @ts-expect-error as JavaScript lets it
      const bodiless = keys.createKey({})
      expect(yield* Effect.flip(bodiless)).toMatchObject({ _tag: "InvalidInput" })
    })
  )
})
