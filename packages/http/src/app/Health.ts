import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Readiness } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { serviceRoutes } from "../api/serviceRoutes.js"
import { logStorageFailure } from "../request/logging.js"
import * as RequestState from "../request/RequestState.js"
import { jsonAnswer } from "../request/response.js"
import type { Route } from "./router.js"

/** The answer of `/healthz`, the same for every request. */
export const ok = jsonAnswer(200, { status: "ok" })
const alive = Effect.succeed(ok)

/** Whether a request asks only whether the process answers. `url` is without the base path. */
export const asksIfAlive = (method: string, url: string | null): boolean =>
  url === serviceRoutes.live && (method === "GET" || method === "HEAD")

/**
 * Answers `/healthz` before the router, which would double the cost of so small a request. The router answers it, too, if
 * the target has a query.
 */
export const first = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    const { method, url } = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
    if (!asksIfAlive(method, url)) return app
    Context.get(currentContext, RequestState.Current).route = { method: "GET", path: serviceRoutes.live }
    return alive
  })

/**
 * `/healthz`: 200 if the process answers. `/readyz`: 200 if storage answers as well, with its warnings if there are any;
 * otherwise 503.
 */
export const routes = Effect.gen(function* () {
  const { check, warnings = Effect.succeed([]) } = yield* Readiness
  const ready = check.pipe(
    Effect.tapError(logStorageFailure),
    Effect.mapError(() => new ProtocolRefusal({ reason: "unavailable" })),
    Effect.zipRight(warnings),
    Effect.map((found) => (found.length === 0 ? ok : jsonAnswer(200, { status: "ok", warnings: found })))
  )
  const routes: ReadonlyArray<Route> = [
    { method: "GET", path: serviceRoutes.live, answer: () => alive },
    { method: "GET", path: serviceRoutes.ready, answer: () => ready }
  ]
  return routes
})
