import type { IncomingMessage, ServerResponse } from "node:http"
import * as Headers from "@effect/platform/Headers"
import * as HttpMethod from "@effect/platform/HttpMethod"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Runtime from "effect/Runtime"
import type { Exchange } from "../Exchange.js"
import { headersOf } from "../headersOf.js"
import { ProtocolRefusal } from "../ProtocolRefusal.js"
import { serveExchange } from "../serveExchange.js"
import type { TollgateApp } from "../TollgateApp.js"
import { collectBody } from "./collectBody.js"
import { exchanges } from "./exchanges.js"
import { judgeHead } from "./judgeHead.js"
import type { Body } from "./readJsonBody.js"

const write = (to: ServerResponse, answer: HttpServerResponse.HttpServerResponse, exchange: Exchange): void => {
  to.writeHead(answer.status, headersOf(answer, exchange))
  to.end(answer.body._tag === "Uint8Array" ? answer.body.body : undefined)
}

// A method that the router does not know is one that no route answers, as is OPTIONS.
const methodOf = ({ method }: IncomingMessage) => (HttpMethod.isHttpMethod(method) ? method : "OPTIONS")

const noBody: Body = new Uint8Array(0)

/**
 * Answers Node's requests with an app. The head is judged, and the body there, before a fiber starts. A connection is
 * kept only while the server takes new ones, so that the last answers do not hold up its end.
 */
export const listener = (
  app: Context.Tag.Service<TollgateApp>,
  runtime: Runtime.Runtime<never>,
  isListening: () => boolean
) => {
  const start = exchanges(app, runtime)

  const run = (
    request: IncomingMessage,
    response: ServerResponse,
    head: Headers.Headers,
    body: Body,
    to?: typeof app.app
  ) => {
    const parts = { method: methodOf(request), url: request.url ?? "/", headers: head, body }
    const { exchange, fiber } = start(parts, to)
    fiber.addObserver(
      Exit.match({
        onSuccess: (answer) => {
          response.shouldKeepAlive &&= isListening()
          write(response, answer, exchange)
        },
        // Only an interruption is left to fail, and then nobody waits for an answer any more.
        onFailure: () => void response.destroy()
      })
    )
  }

  const refuse = (request: IncomingMessage, response: ServerResponse, refusal: ProtocolRefusal) => {
    request.resume()
    run(request, response, Headers.empty, noBody, serveExchange(Effect.die(refusal)))
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const head = judgeHead(request)
    if (head instanceof ProtocolRefusal) refuse(request, response, head)
    else collectBody(request, (body) => run(request, response, head, body))
  }

  /** For what is expected beside `100-continue` (RFC 9110, section 10.1.1). */
  const expectationFailed = (request: IncomingMessage, response: ServerResponse): void =>
    refuse(request, response, new ProtocolRefusal({ reason: "expectation_failed" }))

  return { serve, expectationFailed }
}
