import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Entropy } from "@tollgate/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exchange from "./Exchange.js"
import { errorResponse } from "./errorResponse.js"
import { loggedPath } from "./loggedPath.js"

const always = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" }

/** Runs one request to its end: every failure becomes an answer, every answer has its id, and both are in the log. */
export const serveExchange = (app: HttpApp.Default): HttpApp.Default =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const exchange = Exchange.start(yield* Entropy.uuid)
    const started = yield* Clock.currentTimeMillis
    const answer = Effect.catchAllCause(app, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : errorResponse(cause, request, exchange)
    )
    const response = yield* answer.pipe(
      Effect.locally(Exchange.current, exchange),
      Effect.annotateLogs("request_id", exchange.requestId)
    )
    yield* Effect.logInfo("request").pipe(
      Effect.annotateLogs({
        request_id: exchange.requestId,
        method: request.method,
        path: loggedPath(request.url),
        status: response.status,
        key: exchange.caller?.keyHash?.slice(0, 12) ?? "-",
        millis: (yield* Clock.currentTimeMillis) - started
      })
    )
    const headers = { ...always, ...exchange.headers, "X-Request-Id": exchange.requestId }
    return HttpServerResponse.setHeaders(response, headers)
  })
