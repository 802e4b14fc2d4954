import * as Headers from "@effect/platform/Headers"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpMethod from "@effect/platform/HttpMethod"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import { ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { startRequest } from "../../app/startRequest.js"
import { TollgateApp } from "../../app/TollgateApp.js"
import type { RequestParts } from "../../request/BufferedRequest.js"
import { noBody } from "../../request/readJsonBody.js"
import { requestMiddleware } from "../../request/requestMiddleware.js"
import { headersOf } from "../../request/response.js"
import { quietRuntime } from "../quietRuntime.js"
import { parseWebHead } from "./parseWebHead.js"
import { readWebBody } from "./readWebBody.js"

/** What a host knows of a request beside what stands in it. */
export interface WebRequestInfo {
  /** The IP address that asks. */
  readonly remoteAddress?: string
}

/**
 * Answers a web request; mounts in any server that speaks `Request` and `Response`. Never rejects: what goes wrong is an
 * answer with the envelope. An abort of the request's signal interrupts what is under way.
 */
export type WebHandler = (request: Request, info?: WebRequestInfo) => Promise<Response>

const ANYWHERE = "http://localhost"

/** No route leads there. */
const nowhere = { pathname: "", search: "" }

const refusing = (failure: unknown) => requestMiddleware(Effect.die(failure))

/** How a fiber ends, which an abort interrupts. */
const ended = <A>(fiber: Fiber.RuntimeFiber<A>, signal?: AbortSignal): Promise<Exit.Exit<A>> =>
  new Promise((resolve) => {
    const interrupt = () => fiber.unsafeInterruptAsFork(FiberId.none)
    signal?.addEventListener("abort", interrupt, { once: true })
    fiber.addObserver((exit) => {
      signal?.removeEventListener("abort", interrupt)
      resolve(exit)
    })
  })

/**
 * The whole service as a function, without a server of its own. Silent where the host has no logger but Effect's own.
 */
export const webHandler: Effect.Effect<WebHandler, never, TollgateApp> = Effect.gen(function* () {
  const runtime = yield* quietRuntime
  const start = startRequest(yield* TollgateApp, runtime)

  const answer = async (parts: RequestParts, signal?: AbortSignal, to?: HttpApp.Default): Promise<Response> => {
    const { state, fiber } = start(parts, to)
    const exit = await ended(fiber, signal)
    if (Exit.isFailure(exit)) {
      const reason = signal?.aborted ? "client_closed_request" : "unavailable"
      return answer(parts, undefined, refusing(new ProtocolRefusal({ reason })))
    }
    const response = HttpServerResponse.setHeaders(exit.value, headersOf(exit.value, state))
    return HttpServerResponse.toWeb(response, { runtime, withoutBody: parts.method === "HEAD" })
  }

  const serve = async (request: Request, parts: RequestParts): Promise<Response> => {
    const { signal } = request
    const headers = parseWebHead(request, parts.url)
    if (headers instanceof ProtocolRefusal) return answer(parts, undefined, refusing(headers))
    const body = await readWebBody(request)
    if (!signal.aborted) return answer({ ...parts, headers, body }, signal)
    return answer(parts, undefined, refusing(new ProtocolRefusal({ reason: "client_closed_request" })))
  }

  return (request, info) => {
    // Some frameworks hand over requests whose address is a path alone.
    const { pathname, search } = URL.canParse(request.url, ANYWHERE) ? new URL(request.url, ANYWHERE) : nowhere
    const method = HttpMethod.isHttpMethod(request.method) ? request.method : "OPTIONS"
    const remoteAddress = () => info?.remoteAddress
    const parts = { method, url: pathname + search, headers: Headers.empty, body: noBody, remoteAddress } as const
    return serve(request, parts).catch((failure: unknown) => answer(parts, undefined, refusing(failure)))
  }
})
