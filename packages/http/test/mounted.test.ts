import { createServer, type RequestListener } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { NewImageModels, replaceImageModels, type Services } from "@tollgate/core"
import { nodeHandler, RequestsPerMinute, TollgateApp, webHandler } from "@tollgate/http"
import { type Context, Effect, Layer, Logger, Schema } from "effect"
import { vi } from "vitest"
import { ask, bearer, json, openAccount, type Received, type Sent, send, serve } from "./account.js"

/** A service below a path, mounted in both ways, with its log lines. */
const mount = (stores: Context.Context<Services>, basePath = "/tollgate") => {
  const logs: Array<string> = []
  const logger = Logger.map(Logger.logfmtLogger, (line) => void logs.push(line))
  return Effect.all({ web: webHandler(), node: nodeHandler(), logs: Effect.succeed(logs) }).pipe(
    Effect.provide(
      TollgateApp.layerAt(basePath).pipe(
        Layer.provide(Layer.succeed(RequestsPerMinute, 0)),
        Layer.provide(Layer.succeedContext(stores))
      )
    ),
    Effect.provide(Logger.add(logger))
  )
}

/** A server of a host's own, on a free port. */
const listen = (host: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(host).listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" ? address?.port : address
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => url))

/** All of an answer but what is another with every answer, or the connection's alone. */
const comparable = ({ body, headers, status }: Received) => {
  const {
    connection,
    date,
    "content-length": length,
    etag,
    "keep-alive": keepAlive,
    "x-request-id": id,
    ...others
  } = headers
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  return { status, headers: others, body }
}

const catalog = {
  models: [
    {
      id: "acme/painter",
      name: "Painter",
      description: "",
      created: 1_700_000_000,
      architecture: { input_modalities: ["text"], output_modalities: ["image"] },
      supported_parameters: {},
      supports_streaming: false
    }
  ]
}

/** An answer as it would be without the path. */
const atRoot = (body: string) =>
  body
    .replaceAll('"servers":[{"url":"/tollgate"', '"servers":[{"url":"/"')
    .replaceAll(/"(api|docs|openapi|healthz|readyz)":"\/tollgate/g, '"$1":"')
    .replaceAll('"endpoints":"/tollgate/api', '"endpoints":"/api')

describe("a service below a path of the host's own", () => {
  it.scoped("answers there what it answers at the root, by either handler, and follows the path in what it says", () =>
    Effect.gen(function* () {
      const { asManager, hash, managementKey, stores } = yield* openAccount
      yield* Effect.provide(replaceImageModels(yield* Schema.decode(NewImageModels)(catalog)), asManager).pipe(
        Effect.provide(stores)
      )
      const root = yield* serve(stores, 0)
      const { node, web } = yield* mount(stores)
      const url = yield* listen(node)
      const headers = bearer(managementKey)
      const requests: ReadonlyArray<readonly [string, Sent]> = [
        ["/healthz", {}],
        ["/healthz", { method: "HEAD" }],
        ["/healthz", { method: "POST" }],
        ["/healthz/", {}],
        ["//healthz", {}],
        ["/", {}],
        ["/readyz", {}],
        ["/openapi.json", {}],
        ["/api/v1/presets", {}],
        ["/api/v1/presets", { headers }],
        ["/api/v1/presets/", { headers }],
        ["/api//v1/presets", { headers }],
        ["/api/v1/presets", { headers, method: "DELETE" }],
        ["/api/v1/images/models", { headers }],
        [`/api/v1/keys/${hash}`, { headers: { ...headers, ...json }, method: "PATCH", body: '{"limit":7}' }],
        [`/api/v1/keys/${hash}`, { headers: { ...headers, ...json }, method: "PATCH", body: '{"limit":' }],
        [`/api/v1/keys/${hash}`, { headers: { ...headers, ...json }, method: "PATCH", body: "{}".padEnd(65_537) }]
      ]
      for (const [path, sent] of requests) {
        const expected = comparable(yield* send(root.url + path, { ...sent, agent: false }))
        const byWeb = comparable(yield* ask(web, `/tollgate${path}`, sent))
        const byNode = comparable(yield* send(`${url}/tollgate${path}`, { ...sent, agent: false }))
        for (const { body, ...others } of [byWeb, byNode]) {
          expect({ path, ...others, body: atRoot(body) }).toEqual({ path, ...expected })
        }
      }
      const { body } = yield* ask(web, "/tollgate/api/v1/images/models", { headers })
      expect(JSON.parse(body).data[0].endpoints).toBe("/tollgate/api/v1/images/models/acme/painter/endpoints")
      expect(JSON.parse((yield* ask(web, "/tollgate/openapi.json")).body).servers[0].url).toBe("/tollgate")
      expect((yield* ask(web, "/tollgate/docs")).body).toContain('"servers":[{"url":"/tollgate"')
    })
  )

  it.scoped("answers nothing elsewhere", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { logs, web } = yield* mount(stores)
      const elsewhere = ["/healthz", "/tollgatehealthz", "/tollgatex/healthz", "/%74ollgate/healthz"]
      for (const path of elsewhere) expect([path, (yield* ask(web, path)).status]).toEqual([path, 404])
      expect((yield* ask(web, "/tollgate/openapi.json")).status).toBe(200)
      expect(logs.map((line) => /path=(\S+)/.exec(line)?.[1])).toEqual([
        ...elsewhere.map(() => "//"),
        "/tollgate/openapi.json"
      ])
    })
  )

  it.effect.each(["/", "/tollgate/", "tollgate", "/a//b", "/a/../b", "/a?b", "/a b", "/%61"])(
    "is refused where no request could come to it: %s",
    (basePath) =>
      Effect.gen(function* () {
        const { stores } = yield* openAccount
        const refused = yield* Effect.sandbox(mount(stores, basePath)).pipe(Effect.flip)
        expect(String(refused)).toContain("TypeError: The base path must be empty, or segments")
      }).pipe(Effect.scoped)
  )
})

describe("a mounted handler", () => {
  it.scoped("writes nothing to its host's output, whatever goes wrong, where the host has put no logger there", () =>
    Effect.gen(function* () {
      const { managementKey, stores, hash } = yield* openAccount
      const written: Array<unknown> = []

      for (const name of ["log", "error", "warn", "info", "debug"] as const) {
        vi.spyOn(console, name).mockImplementation((...line) => void written.push(line))
      }
      vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(text) > 0)
      vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(text) > 0)
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.restoreAllMocks()))
      const app = Layer.provide(TollgateApp.layer, Layer.succeedContext(stores))
      const handlers = Effect.provide(Effect.all({ web: webHandler(), node: nodeHandler() }), app)
      // A test's runtime has no logger; a host's has Effect's own.
      const { node, web } = yield* Effect.provide(handlers, Logger.add(Logger.defaultLogger))
      const url = yield* listen(node)
      const read = new Request(`http://localhost/api/v1/keys/${hash}`, {
        method: "PATCH",
        headers: { ...bearer(managementKey), ...json },
        body: "{}"
      })
      yield* Effect.promise(() => read.text())
      expect((yield* Effect.promise(() => web(read))).status).toBe(500)
      expect((yield* ask(web, "/healthz")).status).toBe(200)
      expect((yield* send(`${url}/api/v1/presets`)).status).toBe(401)
      expect(written).toEqual([])
    })
  )
})

describe("the Node handler", () => {
  it.scoped("answers a body that the host has read or reads as the web handler does, and says so in the log", () =>
    Effect.gen(function* () {
      const { hash, managementKey, stores } = yield* openAccount
      const { logs, node } = yield* mount(stores)
      const read = yield* listen((request, response) => request.resume().on("end", () => node(request, response)))
      const reading = yield* listen((request, response) =>
        node(
          request.on("data", () => {}),
          response
        )
      )
      const decoding = yield* listen((request, response) => node(request.setEncoding("utf8"), response))
      const sent = { method: "PATCH", headers: { ...bearer(managementKey), ...json }, body: "{}" }
      for (const url of [read, reading, decoding]) {
        const { body, status } = yield* send(`${url}/tollgate/api/v1/keys/${hash}`, sent)
        expect({ status, reason: JSON.parse(body).error.metadata.reason }).toEqual({
          status: 500,
          reason: "body_already_read"
        })
      }
      expect(logs.filter((line) => line.includes("the host has read or locked the body"))).toHaveLength(3)
      const paused = yield* listen((request, response) => {
        request.pause()
        setImmediate(() => node(request, response))
      })
      expect((yield* send(`${paused}/tollgate/api/v1/keys/${hash}`, sent)).status).toBe(200)
    })
  )

  it.scoped("reads the whole target where the host has cut the prefix off", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { node } = yield* mount(stores)
      const url = yield* listen((request, response) => {
        const cut = { originalUrl: request.url, url: request.url?.slice("/tollgate".length) }
        node(Object.assign(request, cut), response)
      })
      expect((yield* send(`${url}/tollgate/healthz`)).status).toBe(200)
    })
  )

  it.scoped("adds nothing to what the host has answered in the meantime", () =>
    Effect.gen(function* () {
      const { stores } = yield* openAccount
      const { node } = yield* mount(stores)
      const url = yield* listen((request, response) => {
        response.writeHead(503).end("too slow")
        node(request, response)
      })
      const { body, status } = yield* send(`${url}/tollgate/readyz`)
      expect({ status, body }).toEqual({ status: 503, body: "too slow" })
    })
  )

  it.scopedLive("takes back the memory for a large body whose request the host answers before the body has come", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const { node } = yield* mount(stores)
      const url = yield* listen((request, response) => {
        node(request, response)
        // As a time limit of the host does.
        if (request.headers["x-answer"]) request.once("data", () => void response.writeHead(503).end("too slow"))
      })
      const put = (headers: Readonly<Record<string, string>>) =>
        send(`${url}/tollgate/api/v1/images/models`, {
          method: "PUT",
          headers: { ...bearer(managementKey), ...json, ...headers },
          body: JSON.stringify({ models: [] }).padEnd(5 * 1024 * 1024)
        })
      // Together more than the memory for the bodies of all requests.
      for (let i = 0; i < 8; i++) expect((yield* put({ "X-Answer": "early" })).body).toBe("too slow")
      expect((yield* put({})).status).toBe(200)
    })
  )
})
