import type * as HttpApp from "@effect/platform/HttpApp"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FindMyWay from "find-my-way-ts"
import { routerConfig } from "../api/routerConfig.js"
import * as RequestState from "../request/RequestState.js"

/** A request whose route was found. */
export interface Routed {
  readonly request: HttpServerRequest.HttpServerRequest
  /** The parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The parameters of the query, percent-decoded, by name. A repeated name has a list. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** A method, a path in the notation of `find-my-way-ts`, and how they are answered. */
export interface Route<R = never> extends RequestState.MatchedRoute {
  readonly method: HttpMethod
  readonly path: FindMyWay.PathInput
  readonly answer: (
    routed: Routed
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest.HttpServerRequest | R>
}

/**
 * Answers each request by its route, and notes the route in the state of the request. HEAD is answered as GET. Fails with `RouteNotFound`.
 *
 * It finds routes as the router of `@effect/platform` does, by the same library. That router also provides the route and its parameters as
 * services: two changes of the fiber's context for each request, which cost more than to find the route.
 */
export const router = <R>(routes: ReadonlyArray<Route<R>>): HttpApp.Default<unknown, R> => {
  const table = FindMyWay.make<Route<R>>(routerConfig)
  for (const route of routes) table.on(route.method, route.path, route)
  return Effect.withFiberRuntime(({ currentContext }) => {
    const request = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
    const { method, url } = request
    const found = table.find(method === "HEAD" ? "GET" : method, url)
    if (found === undefined) return new HttpServerError.RouteNotFound({ request })
    const { handler: route, params, searchParams: query } = found
    Context.get(currentContext, RequestState.Current).route = route
    return route.answer({ request, params, query })
  })
}
