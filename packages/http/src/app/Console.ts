import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { consoleRoute, consoleRoutes, contractRoutes, joinedTables } from "../api/RouteTable.js"
import { serviceRoutes } from "../api/serviceRoutes.js"
import * as RequestState from "../request/RequestState.js"
import { requestMiddleware } from "../request/requestMiddleware.js"
import { acceptsHtml } from "./acceptsHtml.js"
import { staticText } from "./staticText.js"
import type { RequestServices, TollgateApp } from "./TollgateApp.js"

type App = Context.Tag.Service<TollgateApp>

/** Beside the policy of the page: nothing of it is kept or sent on, and no other page has it in a frame or a window. */
const headers = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY"
}

// Loaded on the first request: it is large, and most servers' first requests are for operations.
const page = Effect.map(
  Effect.promise(() => import("@tollgate/console")),
  ({ html, policy }) => ({
    text: html,
    contentType: "text/html; charset=utf-8",
    headers: { ...headers, "content-security-policy": policy }
  })
)

const root = { method: "GET", path: serviceRoutes.root }

/**
 * A service with the console at `/console`, to which it redirects browsers that ask for `/`.
 *
 * @param isServed Whether it has the console. If not, the service is as it was: the path has no route.
 * @throws `TypeError`, as a defect, if that is neither true nor false.
 */
export const withConsole = (service: App, isServed: boolean | undefined): Effect.Effect<App> =>
  Effect.gen(function* () {
    if (isServed !== undefined && !Predicate.isBoolean(isServed)) throw new TypeError("console must be true or false.")
    if (!isServed) return service
    const shown = yield* staticText(page)
    // Relative where the service has the whole origin: a proxy may have cut off a path that the server does not know.
    const location = service.basePath === "" ? consoleRoute.path.slice(1) : service.basePath + consoleRoute.path
    const redirect = Effect.succeed(
      HttpServerResponse.empty({ status: 302, headers: { location, vary: "Accept", "content-length": "0" } })
    )
    const app: HttpApp.Default<never, RequestServices> = Effect.withFiberRuntime(({ currentContext }) => {
      const { headers, method, url } = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
      const state = Context.get(currentContext, RequestState.Current)
      if (consoleRoutes.find(method, url) !== null) {
        state.route = consoleRoute
        return requestMiddleware(shown)
      }
      const isRoot = url === serviceRoutes.root || url.startsWith(`${serviceRoutes.root}?`)
      if (!isRoot || (method !== "GET" && method !== "HEAD") || !acceptsHtml(headers["accept"])) return service.app
      state.route = root
      return requestMiddleware(redirect)
    })
    return { ...service, app, routes: joinedTables(service.routes ?? contractRoutes, consoleRoutes) }
  })
