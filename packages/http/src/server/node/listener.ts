import type { IncomingMessage, ServerResponse } from "node:http"
import type * as Headers from "@effect/platform/Headers"
import * as HttpMethod from "@effect/platform/HttpMethod"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import type { Cors } from "../../app/cors.js"
import { startRequest } from "../../app/startRequest.js"
import type { TollgateApp } from "../../app/TollgateApp.js"
import { BodyPolicy } from "../../request/BodyPolicy.js"
import { originAlone } from "../../request/joinHeaders.js"
import type { RequestState } from "../../request/RequestState.js"
import { type Body, noBody } from "../../request/readJsonBody.js"
import { requestMiddleware } from "../../request/requestMiddleware.js"
import { headersOf, isWhole, toParts } from "../../request/response.js"
import type { RequestResponse } from "./Connection.js"
import { collectBody, declaredLength } from "./collectBody.js"
import { parseHead } from "./parseHead.js"
import { watchSending } from "./watchSending.js"
import { writeOther, writeWhole } from "./writeAnswer.js"

// No route has a method that the router does not know, just as none has OPTIONS.
const methodOf = ({ method }: IncomingMessage) => (HttpMethod.isHttpMethod(method) ? method : "OPTIONS")

const asksForUpgrade = ({ headers }: IncomingMessage) =>
  headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? "")

/** The target as the client sent it. Frameworks that route by prefix cut the prefix off `url` and keep `originalUrl`. */
const targetOf = (request: IncomingMessage): string =>
  "originalUrl" in request && typeof request.originalUrl === "string" ? request.originalUrl : (request.url ?? "/")

const refusing = (refusal: ProtocolRefusal) => requestMiddleware(Effect.die(refusal))

const unavailable = refusing(new ProtocolRefusal({ reason: "unavailable" }))

/** Undoes what a request has created if its client leaves before the answer was sent. */
const undoUnanswered = <A, E>(
  response: ServerResponse,
  undo: Effect.Effect<A, E>,
  fork: (effect: Effect.Effect<A, E>) => unknown
) => {
  if (response.destroyed) fork(undo)
  else response.once("close", () => response.writableFinished || fork(undo))
}

/** Answers Node's requests with an app. It checks the head and reads the body before a fiber starts. */
export const listener = (app: Context.Tag.Service<TollgateApp>, runtime: Runtime.Runtime<never>, cors: Cors | null) => {
  const start = startRequest(app, runtime, cors)
  const fork = Runtime.runFork(runtime)
  const policy = new BodyPolicy(app.basePath, undefined, app.routes)
  const allow = (request: IncomingMessage) => () => policy.allow(methodOf(request), targetOf(request))

  const write = (incoming: RequestResponse, answer: HttpServerResponse.HttpServerResponse, state: RequestState) => {
    const { request, response } = incoming
    // The host has answered in the meantime.
    if (response.headersSent) return
    if (state.undo !== null) undoUnanswered(response, state.undo, fork)
    if (incoming.isLast()) response.shouldKeepAlive = false
    if (isWhole(answer)) writeWhole(response, toParts(answer, state))
    else fork(writeOther(response, answer, headersOf(answer, state)))
    // The kernel takes nearly every answer at once.
    const isTaken = response.writableFinished || (response.writableEnded && response.writableLength === 0)
    if (!incoming.isHosted && !isTaken) fork(watchSending(request.socket, response))
  }

  const run = (incoming: RequestResponse, headers: Headers.Headers, body: Body, to?: typeof app.app) => {
    const { request, response } = incoming
    incoming.isAnswering = true
    const remoteAddress = () => request.socket.remoteAddress
    const parts = { method: methodOf(request), url: targetOf(request), headers, body, remoteAddress }
    const { state, serving } = start(parts, to)
    if (HttpServerResponse.isServerResponse(serving)) return write(incoming, serving, state)
    serving.addObserver(
      Exit.match({
        onSuccess: (answer) => write(incoming, answer, state),
        // Only an interruption fails. On our own server the client has then gone.
        onFailure: () => {
          if (incoming.isHosted && to === undefined)
            run(incoming, originAlone(request.headers.origin), noBody, unavailable)
          else response.destroy()
        }
      })
    )
  }

  const refuse = (incoming: RequestResponse, refusal: ProtocolRefusal) => {
    // It is then uncertain where the next request begins.
    if (refusal.status > 500) incoming.response.shouldKeepAlive = false
    collectBody(
      incoming,
      () => policy.allow("OPTIONS", "*"),
      () => {}
    )
    run(incoming, originAlone(incoming.request.headers.origin), noBody, refusing(refusal))
  }

  const dispatch = (incoming: RequestResponse, head: Headers.Headers | ProtocolRefusal) => {
    if (head instanceof ProtocolRefusal) refuse(incoming, head)
    else collectBody(incoming, allow(incoming.request), (body) => run(incoming, head, body))
  }

  const serveRequest = (incoming: RequestResponse): void => {
    // Node's parser drops bytes that come together with an upgrade. The close tells the client to send them again.
    if (asksForUpgrade(incoming.request)) incoming.response.shouldKeepAlive = false
    dispatch(incoming, parseHead(incoming.request))
  }

  /** Serves `Expect: 100-continue` (RFC 9110, section 10.1.1): refuses a body that is too large before it is sent. */
  const serveAfterContinue = (incoming: RequestResponse): void => {
    const head = parseHead(incoming.request)
    const isTooLarge = () => allow(incoming.request)().refuseLength(declaredLength(incoming.request)) !== null
    const isUnwanted = head instanceof ProtocolRefusal || isTooLarge()
    // It is then uncertain whether the body follows or another request.
    if (isUnwanted) incoming.response.shouldKeepAlive = false
    else incoming.response.writeContinue()
    dispatch(incoming, head)
  }

  /** Refuses an expectation other than `100-continue`. */
  const refuseExpectation = (incoming: RequestResponse): void => {
    incoming.response.shouldKeepAlive = false
    refuse(incoming, new ProtocolRefusal({ reason: "expectation_failed" }))
  }

  return { serveRequest, serveAfterContinue, refuseExpectation }
}
