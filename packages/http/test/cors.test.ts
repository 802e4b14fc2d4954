import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { NodeServer, nodeHandler, TollgateApp, webHandler } from "@tollgate/http"
import { Context, Effect, Layer } from "effect"
import { api, ask, bearer, openAccount, type Received, send } from "./account.js"
import { exchange, message } from "./wire.js"

const app = "https://app.example"
const exposed =
  "X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Idempotency-Replayed"
const allowed = { vary: "Origin", "access-control-allow-origin": app, "access-control-expose-headers": exposed }

/** The headers of an answer that have to do with other origins. */
const corsOf = ({ headers }: Pick<Received, "headers">) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name === "vary" || name.startsWith("access-control-")))

/** An account, its web handler and its server, for pages of these origins. */
const opened = (...origins: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const account = yield* openAccount
    const service = TollgateApp.layer.pipe(Layer.provide(Layer.succeedContext(account.stores)))
    const server = NodeServer.layer({ host: "127.0.0.1", port: 0, cors: { origins } })
    const built = yield* Layer.build(Layer.provideMerge(server, service))
    const handler = yield* Effect.provide(webHandler({ cors: { origins } }), built)
    return { ...account, handler, url: Context.get(built, NodeServer).url }
  })

const preflight = { Origin: app, "Access-Control-Request-Method": "PATCH" }

describe("a page of an origin that is named", () => {
  it.scoped("gets an answer to its preflight request with the methods of the route", () =>
    Effect.gen(function* () {
      const { handler, hash, url } = yield* opened("https://other.example", app)
      for (const path of [`/keys/${hash}`, "/keys", "/auth/keys"]) {
        const options = { method: "OPTIONS", headers: preflight }
        const methods = { [`/keys/${hash}`]: "GET, PATCH, DELETE, HEAD", "/keys": "GET, POST, HEAD" }[path] ?? "POST"
        for (const answer of [yield* ask(handler, api(path), options), yield* send(url + api(path), options)]) {
          expect([answer.status, answer.body]).toEqual([204, ""])
          const { "access-control-allow-methods": list, ...others } = corsOf(answer)
          expect(String(list).split(", ").toSorted()).toEqual(methods.split(", ").toSorted())
          expect(others).toEqual({
            ...allowed,
            "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, Traceparent, Tracestate, B3",
            "access-control-max-age": "7200"
          })
        }
      }
    })
  )

  it.scoped("reads every answer, refusals of the protocol included", () =>
    Effect.gen(function* () {
      const { handler, hash, managementKey, url } = yield* opened(app)
      const headers = { ...bearer(managementKey), Origin: app }
      const patch = { ...headers, "Content-Type": "application/json" }
      const requests = [
        [200, api("/presets"), { headers }],
        [200, "/healthz", { headers }],
        [401, api("/presets"), { headers: { Origin: app } }],
        [404, "/nowhere", { headers }],
        [404, "/nowhere", { method: "OPTIONS", headers: preflight }],
        [405, api("/presets"), { method: "DELETE", headers }],
        [405, api("/presets"), { method: "OPTIONS", headers }],
        [413, api(`/keys/${hash}`), { method: "PATCH", headers: patch, body: "{}".padEnd(65_537) }],
        [
          431,
          api("/presets"),
          { headers: { ...headers, ...Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, ""])) } }
        ]
      ] as const
      for (const [status, path, sent] of requests) {
        for (const answer of [yield* ask(handler, path, sent), yield* send(url + path, { ...sent, agent: false })]) {
          expect({ path, status: answer.status, ...corsOf(answer) }).toEqual({ path, status, ...allowed })
        }
      }
    })
  )

  it.scoped("reads the refusal of a body that breaks off the protocol", () =>
    Effect.gen(function* () {
      const { hash, url } = yield* opened(app)
      const head = message("PATCH", api(`/keys/${hash}`), [`Origin: ${app}`, "Transfer-Encoding: chunked"])
      for (const [status, body] of [
        [400, "zz\r\n"],
        [413, `2;x=${"y".repeat(20_000)}\r\n{}\r\n`]
      ] as const) {
        const { answers } = yield* exchange(url, head + body)
        expect(answers.map((answer) => [answer.status, corsOf(answer)])).toEqual([[status, allowed]])
      }
    })
  )
})

describe("a page of another origin", () => {
  it.scoped("gets the answers that it would get without the option, and a cache may not mix them up", () =>
    Effect.gen(function* () {
      const { handler, managementKey } = yield* opened("https://other.example")
      const headers = { ...bearer(managementKey), Origin: app }
      const answers = [
        yield* ask(handler, api("/presets"), { headers }),
        yield* ask(handler, api("/presets"), { method: "OPTIONS", headers: preflight }),
        yield* ask(handler, api("/presets"), { headers: bearer(managementKey) })
      ]
      expect(answers.map((answer) => [answer.status, corsOf(answer)])).toEqual([
        [200, { vary: "Origin" }],
        [405, { vary: "Origin" }],
        [200, { vary: "Origin" }]
      ])
    })
  )

  it.scoped("is one whose origin begins or ends as a named one does", () =>
    Effect.gen(function* () {
      const { handler, managementKey } = yield* opened(app)
      const similar = [`${app}.evil.com`, `${app}:8443`, `${app}/`, `${app},`, app.slice(0, -1), "http://app.example"]
      for (const origin of [...similar, "https://evil.app.example", "https://APP.example", "null", ""]) {
        const headers = { ...bearer(managementKey), Origin: origin }
        const answers = [
          yield* ask(handler, api("/presets"), { headers }),
          yield* ask(handler, api("/presets"), { method: "OPTIONS", headers: { ...preflight, Origin: origin } })
        ]
        expect([origin, ...answers.map((answer) => [answer.status, corsOf(answer)])]).toEqual([
          origin,
          [200, { vary: "Origin" }],
          [405, { vary: "Origin" }]
        ])
      }
    })
  )

  it.scoped("is any where no origin is named, and nothing is said of origins", () =>
    Effect.gen(function* () {
      const { handler } = yield* opened()
      for (const sent of [{ method: "OPTIONS", headers: preflight }, { headers: { Origin: app } }]) {
        expect(corsOf(yield* ask(handler, api("/presets"), sent))).toEqual({})
      }
    })
  )
})

it.scoped("a star lets in every origin, never with credentials", () =>
  Effect.gen(function* () {
    const { handler } = yield* opened("*")
    const answer = yield* ask(handler, "/healthz", { headers: { Origin: "null" } })
    expect(corsOf(answer)).toEqual({ "access-control-allow-origin": "*", "access-control-expose-headers": exposed })
  })
)

describe("an origin", () => {
  const making = (origins: unknown) => {
    // @ts-expect-error: JavaScript passes anything.
    const options: { readonly cors: { readonly origins: ReadonlyArray<string> } } = { cors: { origins } }
    const handlers = Effect.all([webHandler(options), nodeHandler(options)])
    return Effect.provide(handlers, Layer.provide(TollgateApp.layer, Memory.layer))
  }

  it.effect("may have any scheme that a browser or an app's web view sends", () =>
    making(["https://a.example", "http://localhost:5173", "http://[::1]:8080", "capacitor://localhost"])
  )

  const wrong = [
    "https://app.example/",
    "https://app.example/path",
    "https://App.example",
    "https://app.example:443",
    "https://user@app.example",
    "https://*.app.example",
    "app.example",
    "null",
    "file://",
    ""
  ]
  for (const origins of [...wrong.map((each) => [each]), ["*", app], "*", app, undefined]) {
    it.effect(`is refused in one sentence if it is ${JSON.stringify(origins)}`, () =>
      Effect.gen(function* () {
        const defect = yield* Effect.flip(Effect.catchAllDefect(making(origins), (defect) => Effect.fail(defect)))
        expect(defect).toEqual(
          new TypeError(
            'cors.origins must be a list of origins such as "https://app.example", without a path or a slash at the end, or ["*"] alone.'
          )
        )
      })
    )
  }
})
