import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import { errorResponse } from "./errorResponse.js"
import { loggedPath } from "./logging.js"
import * as RequestState from "./RequestState.js"

const log = (request: HttpServerRequest.HttpServerRequest, state: RequestState.RequestState, status: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.annotateLogs(Effect.logInfo("request"), {
      method: request.method,
      path: state.basePath + loggedPath(request.url),
      status,
      key: state.caller?.keyHash?.slice(0, 12) ?? "-",
      millis: now - state.began
    })
  )

/** Runs one request to its end: every failure becomes an answer, and every answer is in the log, where there is one. */
export const requestMiddleware = (app: HttpApp.Default): HttpApp.Default =>
  Effect.withFiberRuntime((fiber) => {
    const request = Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest)
    const state = Context.get(fiber.currentContext, RequestState.Current)
    const answer = Effect.catchAllCause(app, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : errorResponse(cause, request, state)
    )
    return LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Info)
      ? answer
      : Effect.tap(answer, ({ status }) => log(request, state, status))
  })
