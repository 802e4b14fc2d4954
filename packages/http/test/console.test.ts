import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import { html } from "@tollgate/console"
import { type HandlerOptions, nodeHandler, TollgateApp, webHandler } from "@tollgate/http"
import { Cause, Effect, Layer } from "effect"
import { ask, openAccount } from "./account.js"

const appAt = (basePath: string) =>
  Effect.map(openAccount, ({ stores }) =>
    TollgateApp.layerAt(basePath).pipe(Layer.provide(Layer.succeedContext(stores)))
  )

const handlerAt = (basePath: string, options: HandlerOptions = { console: true }) =>
  Effect.flatMap(appAt(basePath), (app) => Effect.provide(webHandler(options), app))

/** What stands between two marks of the page, the last time that they do. */
const between = (start: string, end: string) => {
  const from = html.lastIndexOf(start) + start.length
  return html.slice(from, html.indexOf(end, from))
}

const hashed = (text: string) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`

const REFUSAL = new TypeError("console must be true or false.")

const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

describe.each(["", "/gateway"])('the console of a service at "%s"', (basePath) => {
  it.scoped("is one page, whose headers let it run its own script and call its own origin alone", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      const { body, headers, status } = yield* ask(handler, `${basePath}/console`)
      expect([status, body]).toEqual([200, html])
      const { "x-request-id": id, etag, ...stated } = headers
      expect([id, etag]).toEqual([expect.any(String), expect.any(String)])
      const policy = [
        "default-src 'none'",
        `script-src ${hashed(between("<script>", "</script>"))}`,
        `style-src ${hashed(between("<style>", "</style>"))}`,
        "connect-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'"
      ]
      expect(stated).toEqual({
        "cache-control": "no-store",
        "content-length": String(Buffer.byteLength(html)),
        "content-security-policy": policy.join("; "),
        "content-type": "text/html; charset=utf-8",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        "referrer-policy": "no-referrer",
        vary: "Accept-Encoding",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY"
      })
    })
  )

  it.scoped("is where a browser is led that asks for the service, and nobody else", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      // Relative to the address of the service, which may be below a path of a proxy.
      const location = basePath === "" ? "console" : `${basePath}/console`
      for (const path of [`${basePath}/`, `${basePath}/?x`, ...(basePath === "" ? [] : [basePath])]) {
        for (const method of ["GET", "HEAD"]) {
          const { body, headers, status } = yield* ask(handler, path, { headers: BROWSER, method })
          expect([path, status, headers["location"], headers["vary"], body]).toEqual([
            path,
            302,
            location,
            "Accept",
            ""
          ])
        }
        expect((yield* ask(handler, path)).status).toBe(200)
        expect((yield* ask(handler, path, { headers: BROWSER, method: "POST" })).status).toBe(405)
      }
      // The address of the API leads to its document, as without a console.
      const { headers } = yield* ask(handler, `${basePath}/api/v1`, { headers: BROWSER })
      expect(headers["location"]).toBe(`${basePath}/docs`)
    })
  )

  it.scoped("answers GET and HEAD, at its own path alone", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      const head = yield* ask(handler, `${basePath}/console`, { method: "HEAD" })
      expect([head.status, head.headers["content-length"], head.body]).toEqual([
        200,
        String(Buffer.byteLength(html)),
        ""
      ])
      const posted = yield* ask(handler, `${basePath}/console`, { method: "POST" })
      expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"])
      for (const path of ["/console/", "/Console", "/console/x", "/api/v1/console", "//console"]) {
        expect([path, (yield* ask(handler, basePath + path)).status]).toEqual([path, 404])
      }
      if (basePath !== "") expect((yield* ask(handler, "/console")).status).toBe(404)
    })
  )

  it.scoped("is off unless it is asked for: its path is unknown then", () =>
    Effect.gen(function* () {
      for (const options of [{}, { console: undefined }, { console: false }]) {
        const handler = yield* handlerAt(basePath, options)
        for (const method of ["GET", "POST"]) {
          const { body, status } = yield* ask(handler, `${basePath}/console`, { method })
          expect([status, JSON.parse(body).error.metadata.reason]).toEqual([404, "no_such_route"])
        }
        const { headers } = yield* ask(handler, `${basePath}/`, { headers: BROWSER })
        expect(headers["location"]).toBe(`${basePath}/docs`)
      }
    })
  )

  it.scoped("is served compressed, and by Node's handler, too", () =>
    Effect.gen(function* () {
      const handler = yield* Effect.provide(nodeHandler({ console: true }), yield* appAt(basePath))
      const server = yield* Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const server = createServer(handler).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)).closeAllConnections())
      )
      const address = server.address()
      const port = typeof address === "object" ? address?.port : address
      const [coding, text] = yield* Effect.promise(async () => {
        const url = `http://127.0.0.1:${port}${basePath}/console`
        const response = await fetch(url, { headers: { "accept-encoding": "gzip" } })
        return [response.headers.get("content-encoding"), await response.text()] as const
      })
      expect([coding, text]).toEqual(["gzip", html])
    })
  )
})

it.scoped("whether there is a console is true or false", () =>
  Effect.gen(function* () {
    const app = yield* appAt("")
    const refused = <A>(made: Effect.Effect<A, never, TollgateApp>) =>
      Effect.map(Effect.flip(Effect.sandbox(Effect.provide(made, app))), (cause) =>
        expect(Cause.squash(cause)).toEqual(REFUSAL)
      )
    // @ts-expect-error: it is no text.
    yield* refused(webHandler({ console: "no" }))
    // @ts-expect-error: it is no text.
    yield* refused(nodeHandler({ console: "no" }))
  })
)
