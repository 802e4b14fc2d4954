import { describe, expect, it } from "@effect/vitest"
import { TollgateApp, webHandler } from "@tollgate/http"
import { Effect, Layer } from "effect"
import { ask, openAccount } from "./account.js"

const handlerAt = (basePath: string) =>
  Effect.gen(function* () {
    const { stores } = yield* openAccount
    const app = TollgateApp.layerAt(basePath).pipe(Layer.provide(Layer.succeedContext(stores)))
    return yield* Effect.provide(webHandler(), app)
  })

describe.each([
  { basePath: "", roots: ["/", "/?x", "/api/v1"] },
  { basePath: "/tollgate", roots: ["/tollgate", "/tollgate?x", "/tollgate/", "/tollgate/api/v1"] }
])('the addresses of a service at "$basePath" that name no operation', ({ basePath, roots }) => {
  it.scoped("answer with links to what the service has", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      for (const path of roots) {
        const { body, headers, status } = yield* ask(handler, path)
        expect({ path, status, vary: headers["vary"], body: JSON.parse(body) }).toEqual({
          path,
          status: 200,
          vary: "Accept",
          body: {
            links: {
              api: `${basePath}/api/v1`,
              docs: `${basePath}/docs`,
              openapi: `${basePath}/openapi.json`,
              healthz: `${basePath}/healthz`,
              readyz: `${basePath}/readyz`
            }
          }
        })
        expect((yield* ask(handler, path, { method: "HEAD" })).headers["content-length"]).toBe(String(body.length))
      }
    })
  )

  it.scoped("redirect a browser to the page", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      const headers = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
      for (const path of roots) {
        const answer = yield* ask(handler, path, { headers })
        expect([path, answer.status, answer.headers["location"], answer.body]).toEqual([
          path,
          302,
          `${basePath}/docs`,
          ""
        ])
      }
    })
  )

  it.scoped("do not redirect a client that excludes HTML", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      for (const Accept of ["text/html;q=0, application/json", "application/json, text/html; q=0.000"]) {
        for (const path of roots) {
          expect([path, (yield* ask(handler, path, { headers: { Accept } })).status]).toEqual([path, 200])
        }
      }
    })
  )

  it.scoped("answer no other method", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      for (const path of roots) {
        const { headers, status } = yield* ask(handler, path, { method: "POST" })
        expect([path, status, headers["allow"]]).toEqual([path, 405, "GET, HEAD"])
      }
    })
  )

  it.scoped("have no slash at the end or doubled", () =>
    Effect.gen(function* () {
      const handler = yield* handlerAt(basePath)
      for (const path of [`${basePath}/api/v1/`, `${basePath}//`, `${basePath}/api`]) {
        expect([path, (yield* ask(handler, path)).status]).toEqual([path, 404])
      }
    })
  )
})
