import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { NodeServer, TollgateApp, webHandler } from "@tollgate/http"
import { Context, Deferred, Effect, Layer, Logger, Option, Stream } from "effect"
import { send } from "./account.js"
import { message, wire } from "./wire.js"

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>

/** An app that a host has put in place of the service, behind the server and the web handler. */
const serving = (app: Answer) => {
  const logs: Array<string> = []
  const logger = Logger.map(Logger.logfmtLogger, (line) => void logs.push(line))
  return Effect.gen(function* () {
    const services = yield* Layer.build(Layer.merge(HttpServer.layerContext, Layer.fresh(Memory.layer)))
    const given = Layer.succeed(TollgateApp, { app, services, basePath: "" })
    const built = yield* Layer.build(Layer.provideMerge(NodeServer.layer({ host: "127.0.0.1", port: 0 }), given))
    const handler = yield* Effect.provide(webHandler(), built)
    return { url: Context.get(built, NodeServer).url, handler, logs }
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
}

const parts = ["one, ", "two, ", "three"].map((text) => new TextEncoder().encode(text))

const form = () => {
  const data = new FormData()
  data.set("name", "value")
  return data
}

const kinds: Readonly<Record<string, readonly [() => HttpServerResponse.HttpServerResponse, RegExp]>> = {
  "a stream": [() => HttpServerResponse.stream(Stream.fromIterable(parts)), /^one, two, three$/],
  "a stream of nothing": [() => HttpServerResponse.stream(Stream.empty), /^$/],
  "a form": [() => HttpServerResponse.formData(form()), /name="name"\r\n\r\nvalue\r\n/],
  "a text for the platform": [() => HttpServerResponse.raw("as it is"), /^as it is$/],
  "a response of the platform": [() => HttpServerResponse.raw(new Response("as it is")), /^as it is$/],
  "a text with a cookie": [() => HttpServerResponse.unsafeSetCookie(HttpServerResponse.text("yes"), "a", "b"), /^yes$/]
}

describe("an answer that is", () => {
  for (const [what, [answer, expected]] of Object.entries(kinds)) {
    it.scoped(`${what} arrives whole from the server and from the web handler, with the headers of every answer`, () =>
      Effect.gen(function* () {
        const { handler, url } = yield* serving(
          Effect.sync(() => HttpServerResponse.setHeader(answer(), "x-mine", "1"))
        )
        const served = yield* send(url, { agent: false })
        const response = yield* Effect.promise(() => handler(new Request("http://localhost/")))
        expect(served.body).toMatch(expected)
        expect(yield* Effect.promise(() => response.text())).toMatch(expected)
        const always = { "x-mine": "1", "x-content-type-options": "nosniff" }
        expect(served.headers).toMatchObject(always)
        expect(Object.fromEntries(response.headers)).toMatchObject(always)
        const kind = (type: unknown) => String(type).split(";")[0]
        expect(kind(served.headers["content-type"] ?? null)).toBe(kind(response.headers.get("content-type")))
        expect(served.headers["set-cookie"] ?? []).toEqual(response.headers.getSetCookie())
      })
    )
  }

  it.scoped("a stream has no body where HEAD asks for it", () =>
    Effect.gen(function* () {
      const { handler, url } = yield* serving(Effect.succeed(HttpServerResponse.stream(Stream.die("it ran"))))
      expect(yield* send(url, { method: "HEAD", agent: false })).toMatchObject({ status: 200, body: "" })
      const response = yield* Effect.promise(() => handler(new Request("http://localhost/", { method: "HEAD" })))
      expect(response.body).toBeNull()
    })
  )

  it.scoped("a stream ends with the connection of who reads it", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      const endless = Stream.concat(Stream.fromIterable(parts), Stream.never)
      const watched = Stream.ensuring(endless, Deferred.succeed(ended, undefined))
      const { url } = yield* serving(Effect.succeed(HttpServerResponse.stream(watched)))
      const client = yield* wire(url)
      const first = new Promise((resolve) => client.socket.once("data", resolve))
      client.write(message("GET", "/"))
      yield* Effect.promise(() => first)
      client.socket.destroy()
      yield* Deferred.await(ended)
    })
  )

  it.scoped("a stream that fails is broken off, and in the log", () =>
    Effect.gen(function* () {
      const failing = Stream.concat(Stream.fromIterable(parts), Stream.fail(new Error("the disk is gone")))
      const { handler, logs, url } = yield* serving(Effect.succeed(HttpServerResponse.stream(failing)))
      const client = yield* wire(url)
      client.write(message("GET", "/"))
      yield* client.closed
      // The last chunk, of nothing, is what a whole body would end with.
      expect(client.heard).not.toContain("\r\n0\r\n\r\n")
      expect(logs.join()).toContain("an answer broke off")
      const response = yield* Effect.promise(() => handler(new Request("http://localhost/")))
      const read = yield* Effect.either(Effect.tryPromise(() => response.text()))
      expect(read._tag).toBe("Left")
    })
  )
})

describe("a request", () => {
  const shown = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, remoteAddress }) =>
    HttpServerResponse.unsafeJson({ headers, remoteAddress: Option.getOrNull(remoteAddress) })
  )

  it.scoped("has all its headers, joined where they came more than once, and the address that asks", () =>
    Effect.gen(function* () {
      const { handler, url } = yield* serving(shown)
      const lines = ["X-One: 1", "x-one: 2", "Cookie: a=b", "Cookie: c=d", "ETag: x", "etag: y", "Constructor: z"]
      const client = yield* wire(url)
      client.write(message("GET", "/", [...lines, "Connection: close"]))
      const [served] = yield* client.until(1)
      const headers = { "x-one": "1, 2", cookie: "a=b; c=d", etag: "x, y", constructor: "z" }
      expect(JSON.parse(served?.body ?? "")).toEqual({
        headers: { host: "localhost", connection: "close", ...headers },
        remoteAddress: "127.0.0.1"
      })
      const pairs = lines.map((line): [string, string] => [line.split(": ")[0] ?? "", line.split(": ")[1] ?? ""])
      const ask = (info?: { remoteAddress: string }) =>
        Effect.promise(() => handler(new Request("http://localhost/", { headers: pairs }), info).then((r) => r.json()))
      expect(yield* ask()).toEqual({ headers, remoteAddress: null })
      expect(yield* ask({ remoteAddress: "::1" })).toEqual({ headers, remoteAddress: "::1" })
    })
  )
})
