import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import type { RouteTable } from "../api/RouteTable.js"
import { InternalError, isWireError, NotFound, type WireError } from "../api/WireError.js"
import { errorAnswer } from "./errorAnswer.js"
import { failureLine } from "./logging.js"
import type { RequestState } from "./RequestState.js"
import { jsonAnswer } from "./response.js"
import { pathOf } from "./target.js"

/** The framework's errors for an unreadable body. Their cause is a refusal of this package. */
const isReading = (failure: unknown): failure is { readonly cause: unknown } =>
  (Predicate.isTagged(failure, "RequestError") || Predicate.isTagged(failure, "MultipartError")) && "cause" in failure

const routeRefusal = (url: string, routes: RouteTable): WireError | ProtocolRefusal => {
  const allowed = routes.allowedMethods(pathOf(url))
  if (allowed.length === 0) return NotFound.because("no_such_route")
  const issues = [{ path: [], expected: `one of the methods ${allowed.join(", ")}` }]
  return new ProtocolRefusal({ reason: "method_not_allowed", issues, headers: { Allow: allowed.join(", ") } })
}

/** The refusal for a failure, including the framework's own; null for an unexpected one. */
const read = (failure: unknown, url: string, routes: RouteTable): WireError | ProtocolRefusal | null => {
  if (isWireError(failure) || failure instanceof ProtocolRefusal) return failure
  if (Predicate.isTagged(failure, "RouteNotFound")) return routeRefusal(url, routes)
  if (isReading(failure)) return read(failure.cause, url, routes)
  return null
}

/** The answer to a refused request. */
export const refusalAnswer = (refusal: WireError | ProtocolRefusal, { caller, metrics }: RequestState) =>
  Effect.map(DateTime.now, (now) => {
    const { error, headers } = errorAnswer(refusal, now)
    metrics?.refused(String(error.metadata?.["reason"]))
    const userId = caller?.userId ?? null
    const body = userId === null ? { error } : { error, user_id: userId }
    return jsonAnswer(error.code, body, headers)
  })

/** The answer to a failed request. An unexpected failure is logged and answered 500, without any detail. */
export const errorResponse = (
  cause: Cause.Cause<unknown>,
  { url }: HttpServerRequest.HttpServerRequest,
  state: RequestState
) => {
  const failure = Cause.squash(cause)
  const refusal = read(failure, url, state.routes)
  if (refusal !== null) return refusalAnswer(refusal, state)
  const log = Effect.logError("unexpected failure").pipe(Effect.annotateLogs("cause", failureLine(failure)))
  return Effect.zipRight(log, refusalAnswer(InternalError.now(), state))
}
