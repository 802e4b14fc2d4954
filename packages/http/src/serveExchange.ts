import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Entropy } from "@tollgate/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Exchange from "./Exchange.js"
import { toResponse } from "./envelope.js"
import { loggedPath } from "./routes.js"

const always = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" }

const finish = (request: HttpServerRequest.HttpServerRequest, started: number) =>
  Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
    const { caller, headers, requestId } = yield* FiberRef.get(Exchange.current)
    yield* Effect.logInfo("request").pipe(
      Effect.annotateLogs({
        method: request.method,
        path: loggedPath(request.url),
        status: response.status,
        key: caller?.keyHash?.slice(0, 12) ?? "-",
        millis: (yield* Clock.currentTimeMillis) - started
      })
    )
    return HttpServerResponse.setHeaders(response, { ...always, ...headers, "X-Request-Id": requestId })
  })

/** Runs one request to its end: every failure becomes an answer, every answer has its id, and both are in the log. */
export const serveExchange = (app: HttpApp.Default): HttpApp.Default =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const requestId = yield* Entropy.uuid
    const started = yield* Clock.currentTimeMillis
    return yield* app.pipe(
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : toResponse(cause, request)
      ),
      Effect.flatMap(finish(request, started)),
      Effect.annotateLogs("request_id", requestId),
      Effect.locally(Exchange.current, Exchange.start(requestId))
    )
  })
