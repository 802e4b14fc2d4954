import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import * as Exchange from "./Exchange.js"
import { errorResponse } from "./errorResponse.js"
import { loggedPath } from "./loggedPath.js"

const log = (request: HttpServerRequest.HttpServerRequest, exchange: Exchange.Exchange, status: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.annotateLogs(Effect.logInfo("request"), {
      method: request.method,
      path: exchange.basePath + loggedPath(request.url),
      status,
      key: exchange.caller?.keyHash?.slice(0, 12) ?? "-",
      millis: now - exchange.began
    })
  )

/** Runs one request to its end: every failure becomes an answer, and every answer is in the log, where there is one. */
export const serveExchange = (app: HttpApp.Default): HttpApp.Default =>
  Effect.withFiberRuntime((fiber) => {
    const request = Context.unsafeGet(fiber.currentContext, HttpServerRequest.HttpServerRequest)
    const exchange = Context.get(fiber.currentContext, Exchange.Current)
    const answer = Effect.catchAllCause(app, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : errorResponse(cause, request, exchange)
    )
    return LogLevel.greaterThan(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Info)
      ? answer
      : Effect.tap(answer, ({ status }) => log(request, exchange, status))
  })
