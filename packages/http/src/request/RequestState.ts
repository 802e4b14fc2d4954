import type { KeyHash, OrganizationId, UserId } from "@tollgate/core/models"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { contractRoutes, type RouteTable } from "../api/RouteTable.js"
import type { RequestMetrics } from "./RequestMetrics.js"

/** The route that matched a request: its method, and its path as the router has it, such as `/api/v1/keys/:hash`. */
export interface MatchedRoute {
  readonly method: string
  readonly path: string
}

/** Whose key a request presented. A gateway key has no user, and one for all organizations has no organization. */
interface KnownCaller {
  readonly keyHash: KeyHash | null
  readonly organizationId: OrganizationId | null
  readonly userId: UserId | null
}

/**
 * What is known of one request so far, for its answer and its log line. One mutable object for each request, changed only
 * by the fiber that serves it: setting a FiberRef costs a tenth of a request.
 */
export interface RequestState {
  readonly requestId: string
  /** Start of the request, in milliseconds since 1970. */
  readonly began: number
  /** What measures the requests of the server; null if metrics are off. */
  readonly metrics: RequestMetrics | null
  /** The part of the path before the one that the router sees. */
  readonly basePath: string
  /** The routes of the server. */
  readonly routes: RouteTable
  /** Null until a route has matched. */
  route: MatchedRoute | null
  /** Null until the key has been accepted. */
  caller: KnownCaller | null
  /** Headers to add to the answer, by lower-case name. */
  headers: Readonly<Record<string, string>> | null
  /** Undoes what the request has created, and is run if its answer does not reach the client; null if that is kept. */
  undo: Effect.Effect<void> | null
}

export const start = (
  requestId: string,
  began: number,
  basePath = "",
  metrics: RequestMetrics | null = null,
  routes: RouteTable = contractRoutes
): RequestState => ({
  requestId,
  began,
  metrics,
  basePath,
  routes,
  route: null,
  caller: null,
  headers: null,
  undo: null
})

/** The state of the request that the current fiber serves. */
export class Current extends Context.Reference<Current>()("@tollgate/http/RequestState", {
  defaultValue: () => start("", 0)
}) {}

/**
 * Adds a service to the context of a request, by the key of its tag. It changes the context in place, because a new context for the fiber
 * costs a twentieth of a request. A context with a request's state belongs to this request alone, so no other request sees the service.
 *
 * @throws TypeError for any other context.
 */
export const addService = (context: Context.Context<never>, key: string, service: unknown): void => {
  if (!context.unsafeMap.has(Current.key)) throw new TypeError("The context is not that of a request.")
  context.unsafeMap.set(key, service)
}

/** Adds headers to the answer. The latest value of a name wins. */
export const addHeaders = (state: RequestState, headers: Readonly<Record<string, string>>): void => {
  state.headers = state.headers === null ? headers : { ...state.headers, ...headers }
}
