import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { isProbe } from "../api/serviceRoutes.js"
import { errorResponse } from "./errorResponse.js"
import { loggedPath, writeLine } from "./logging.js"
import * as RequestState from "./RequestState.js"

const fieldsOf = (
  { method, remoteAddress, url }: HttpServerRequest.HttpServerRequest,
  { basePath, began, caller, route }: RequestState.RequestState,
  status: number,
  now: number
) => ({
  method,
  path: basePath + loggedPath(url, route),
  status,
  key: caller?.keyHash?.slice(0, 12) ?? null,
  organization: caller?.organizationId ?? null,
  user: caller?.userId ?? null,
  client_address: Option.getOrNull(remoteAddress),
  millis: now - began
})

/** Turns every failure into an answer, and logs one line for each request: probes at debug, the others at info. */
export const requestMiddleware = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<never, R> =>
  Effect.withFiberRuntime((fiber) => {
    const request = Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest)
    const state = Context.get(fiber.currentContext, RequestState.Current)
    const answer = Effect.catchAllCause(app, (cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.failCause(Cause.stripFailures(cause))
        : errorResponse(cause, request, state)
    )
    return LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Info)
      ? answer
      : Effect.map(answer, (answer) => {
          const level = isProbe(state.route) ? LogLevel.Debug : LogLevel.Info
          writeLine(fiber, level, "request", (now) => fieldsOf(request, state, answer.status, now))
          return answer
        })
  })
