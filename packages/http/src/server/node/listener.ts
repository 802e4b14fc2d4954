import type { IncomingMessage } from "node:http"
import * as Headers from "@effect/platform/Headers"
import * as HttpMethod from "@effect/platform/HttpMethod"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { startRequest } from "../../app/startRequest.js"
import type { TollgateApp } from "../../app/TollgateApp.js"
import type { RequestState } from "../../request/RequestState.js"
import { type Body, MAX_BODY_BYTES, noBody } from "../../request/readJsonBody.js"
import { requestMiddleware } from "../../request/requestMiddleware.js"
import { headersOf, isWhole, toParts } from "../../request/response.js"
import type { RequestResponse } from "./Connection.js"
import { collectBody, declaredLength } from "./collectBody.js"
import { parseHead } from "./parseHead.js"
import { watchSending } from "./watchSending.js"
import { writeOther, writeWhole } from "./writeAnswer.js"

// A method that the router does not know is one that no route answers, as is OPTIONS.
const methodOf = ({ method }: IncomingMessage) => (HttpMethod.isHttpMethod(method) ? method : "OPTIONS")

const asksForUpgrade = ({ headers }: IncomingMessage) =>
  headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? "")

/** The target as it was sent: frameworks that route by prefixes cut them off `url`, and keep the whole beside it. */
const targetOf = (request: IncomingMessage): string =>
  "originalUrl" in request && typeof request.originalUrl === "string" ? request.originalUrl : (request.url ?? "/")

const refusing = (refusal: ProtocolRefusal) => requestMiddleware(Effect.die(refusal))

const unavailable = refusing(new ProtocolRefusal({ reason: "unavailable" }))

/** Answers Node's requests with an app. The head is judged, and the body there, before a fiber starts. */
export const listener = (app: Context.Tag.Service<TollgateApp>, runtime: Runtime.Runtime<never>) => {
  const start = startRequest(app, runtime)
  const fork = Runtime.runFork(runtime)

  const write = (turn: RequestResponse, answer: HttpServerResponse.HttpServerResponse, state: RequestState) => {
    const { request, response } = turn
    // The host has answered in the meantime.
    if (response.headersSent) return
    if (turn.isLast()) response.shouldKeepAlive = false
    if (isWhole(answer)) writeWhole(response, toParts(answer, state))
    else fork(writeOther(response, answer, headersOf(answer, state)))
    // Nearly every answer is the kernel's as soon as it is written.
    const isTaken = response.writableFinished || (response.writableEnded && response.writableLength === 0)
    if (!turn.isHosted && !isTaken) fork(watchSending(request.socket, () => response.writableFinished))
  }

  const run = (turn: RequestResponse, headers: Headers.Headers, body: Body, to?: typeof app.app) => {
    const { request, response } = turn
    turn.answering = true
    const remoteAddress = () => request.socket.remoteAddress
    const parts = { method: methodOf(request), url: targetOf(request), headers, body, remoteAddress }
    const { state, fiber } = start(parts, to)
    fiber.addObserver(
      Exit.match({
        onSuccess: (answer) => write(turn, answer, state),
        // Only an interruption is left to fail. Our own server then has nobody who waits for an answer any more.
        onFailure: () => {
          if (turn.isHosted && to === undefined) run(turn, Headers.empty, noBody, unavailable)
          else response.destroy()
        }
      })
    )
  }

  const refuse = (turn: RequestResponse, refusal: ProtocolRefusal) => {
    // Where the next request begins is uncertain then.
    if (refusal.status > 500) turn.response.shouldKeepAlive = false
    collectBody(turn.request, () => {})
    run(turn, Headers.empty, noBody, refusing(refusal))
  }

  const judged = (turn: RequestResponse, head: Headers.Headers | ProtocolRefusal) => {
    if (head instanceof ProtocolRefusal) refuse(turn, head)
    else collectBody(turn.request, (body) => run(turn, head, body))
  }

  const served = (turn: RequestResponse): void => {
    // Node.js's parser drops what came in one piece with it: the close tells the client to send that again.
    if (asksForUpgrade(turn.request)) turn.response.shouldKeepAlive = false
    judged(turn, parseHead(turn.request))
  }

  /** For a client that asks before it sends its body (RFC 9110, section 10.1.1): one too large is refused at once. */
  const continued = (turn: RequestResponse): void => {
    const head = parseHead(turn.request)
    const isUnwanted = head instanceof ProtocolRefusal || declaredLength(turn.request) > MAX_BODY_BYTES
    // Nobody knows then whether the body comes or another request.
    if (isUnwanted) turn.response.shouldKeepAlive = false
    else turn.response.writeContinue()
    judged(turn, head)
  }

  /** For what is expected beside `100-continue`. */
  const expectationFailed = (turn: RequestResponse): void => {
    turn.response.shouldKeepAlive = false
    refuse(turn, new ProtocolRefusal({ reason: "expectation_failed" }))
  }

  return { served, continued, expectationFailed }
}
