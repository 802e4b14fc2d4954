import { describe, expect, it } from "@effect/vitest"
import { ImageModelCatalog } from "@tollgate/core/storage"
import { Context, Deferred, Effect } from "effect"
import { api, bearer, json, openAccount, serve } from "./account.js"

const refusal = (code: number, text: string, metadata: object) => ({ error: { code, message: text, metadata } })

const alreadyRead = {
  ...refusal(500, "Internal Server Error", {
    reason: "body_already_read",
    issues: [{ path: [], expected: "a request whose body the host has neither read nor locked" }]
  }),
  user_id: "owner"
}
const incomplete = {
  ...refusal(400, "Invalid request parameters", {
    reason: "body_incomplete",
    issues: [{ path: [], expected: "a body that comes to its end" }]
  }),
  user_id: "owner"
}
const closed = refusal(499, "Client closed request", { reason: "client_closed_request" })

// What a body that is a stream needs, and TypeScript's library does not know.
const streamed = { duplex: "half" }

const opened = Effect.gen(function* () {
  const account = yield* openAccount
  const served = yield* serve(account.stores)
  const headers = { ...bearer(account.managementKey), ...json }
  const changing = (body: BodyInit | null, init: RequestInit = {}) =>
    new Request(`http://localhost${api(`/keys/${account.hash}`)}`, {
      method: "PATCH",
      headers,
      body,
      ...streamed,
      ...init
    })
  const ask = (request: Request) =>
    Effect.promise(async () => {
      const response = await served.handler(request)
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
      return { status: response.status, body: JSON.parse(await response.text()) }
    })
  return { ...account, ...served, changing, ask }
})

describe("a web request", () => {
  it.scoped("whose body the host has read or locked is answered with 500, and the log says what the host did", () =>
    Effect.gen(function* () {
      const { ask, changing, logs } = yield* opened
      const read = changing("{}")
      yield* Effect.promise(() => read.text())
      const locked = changing("{}")
      locked.body?.getReader()
      for (const request of [read, locked]) {
        logs.length = 0
        expect(yield* ask(request)).toEqual({ status: 500, body: alreadyRead })
        expect(logs.find((line) => line.includes("level=ERROR"))).toContain("the host has read or locked the body")
      }
    })
  )

  it.scoped("whose body the host has read is refused as any other before anybody looks at the body", () =>
    Effect.gen(function* () {
      const { ask, changing } = yield* opened
      const request = changing("{}", { headers: json })
      yield* Effect.promise(() => request.text())
      expect((yield* ask(request)).status).toBe(401)
    })
  )

  it.scoped("whose body fails on the way, or is none of bytes, is 400", () =>
    Effect.gen(function* () {
      const { ask, changing } = yield* opened
      const failing = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
        pull: (controller) => controller.error(new Error("the line is dead"))
      })
      const odd = new ReadableStream({ start: (controller) => controller.enqueue(7) })
      for (const body of [failing, odd]) expect(yield* ask(changing(body))).toEqual({ status: 400, body: incomplete })
    })
  )

  it.scoped("that is aborted while its body comes ends in an answer", () =>
    Effect.gen(function* () {
      const { ask, changing } = yield* opened
      const controller = new AbortController()
      const pulled = yield* Deferred.make<void>()
      const body = new ReadableStream({
        pull: () => Effect.runPromise(Deferred.succeed(pulled, undefined)).then(() => {})
      })
      const asked = yield* Effect.fork(ask(changing(body, { signal: controller.signal })))
      yield* Deferred.await(pulled)
      controller.abort()
      expect(yield* asked).toEqual({ status: 499, body: closed })
      expect(yield* ask(changing("{}", { signal: controller.signal }))).toEqual({ status: 499, body: closed })
    })
  )

  it.scoped("whose address is a path alone is answered, and one whose address is none has no route", () =>
    Effect.gen(function* () {
      const { ask, changing } = yield* opened
      const addressed = (url: string) => Object.defineProperty(changing("{}"), "url", { value: url })
      expect((yield* ask(addressed(api("/keys/none")))).status).toBe(404)
      expect((yield* ask(addressed(api("/presets")))).status).toBe(405)
      expect((yield* ask(addressed("http://["))).body.error.metadata).toEqual({ reason: "no_such_route" })
    })
  )

  it.scoped("that was aborted before, with a body that never ends, ends in an answer and lets go of the body", () =>
    Effect.gen(function* () {
      const { ask, changing } = yield* opened
      const cancelled = yield* Deferred.make<void>()
      const body = new ReadableStream({
        cancel: () => Effect.runPromise(Deferred.succeed(cancelled, undefined)).then()
      })
      expect(yield* ask(changing(body, { signal: AbortSignal.abort() }))).toEqual({ status: 499, body: closed })
      yield* Deferred.await(cancelled)
    })
  )

  it.scoped("that is aborted interrupts its program, and ends in an answer and a line of the log", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const began = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<string>()
      const list = () =>
        Effect.onInterrupt(Effect.zipRight(Deferred.succeed(began, undefined), Effect.never), () =>
          Deferred.succeed(interrupted, "interrupted")
        )
      const catalog = { ...Context.get(stores, ImageModelCatalog), list }
      const { handler, logs } = yield* serve(Context.add(stores, ImageModelCatalog, catalog))
      const controller = new AbortController()
      const { signal } = controller
      const request = new Request(`http://localhost${api("/images/models")}`, {
        headers: bearer(managementKey),
        signal
      })
      const answered = yield* Effect.fork(Effect.promise(() => handler(request)))
      yield* Deferred.await(began)
      controller.abort()
      expect(yield* Deferred.await(interrupted)).toBe("interrupted")
      const response = yield* answered
      const body = yield* Effect.promise(() => response.json())
      expect({ status: response.status, body }).toEqual({ status: 499, body: closed })
      expect(logs.filter((line) => line.includes("status=499"))).toHaveLength(1)
    })
  )

  it.scoped("that is no request is answered with 500, and the log has the failure", () =>
    Effect.gen(function* () {
      const { ask, logs } = yield* opened
      const thrown = new Error("no headers here")
      const values: ReadonlyArray<unknown> = [
        undefined,
        "/api/v1/presets",
        { url: `http://localhost${api("/presets")}`, method: "GET" },
        {
          url: api("/presets"),
          method: "GET",
          get headers() {
            throw thrown
          }
        }
      ]
      for (const value of values) {
        logs.length = 0
        // JavaScript passes anything.
        expect(yield* ask(value as Request)).toEqual({
          status: 500,
          body: refusal(500, "Internal Server Error", { reason: "internal_error" })
        })
        expect(logs.filter((line) => line.includes("level=ERROR"))).toHaveLength(1)
      }
      expect(logs.join()).toContain("no headers here")
    })
  )
})
