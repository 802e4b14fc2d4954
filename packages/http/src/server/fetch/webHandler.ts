import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpMethod from "@effect/platform/HttpMethod"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import { ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { withConsole } from "../../app/Console.js"
import { type HandlerOptions, makeCors } from "../../app/cors.js"
import { startRequest } from "../../app/startRequest.js"
import { TollgateApp } from "../../app/TollgateApp.js"
import { BodyPolicy } from "../../request/BodyPolicy.js"
import type { RequestParts } from "../../request/BufferedRequest.js"
import { originAlone } from "../../request/joinHeaders.js"
import { noBody } from "../../request/readJsonBody.js"
import { requestMiddleware } from "../../request/requestMiddleware.js"
import { headersOf } from "../../request/response.js"
import { quietRuntime } from "../quietRuntime.js"
import { parseWebHead } from "./parseWebHead.js"
import { readWebBody } from "./readWebBody.js"

/** What a host knows about a request that the request does not contain. */
export interface WebRequestInfo {
  /** The client's IP address. */
  readonly remoteAddress?: string
}

/**
 * Answers a web request. Mounts in every server that uses `Request` and `Response`. It never rejects: every failure is
 * answered with the error envelope. Aborting the request's signal interrupts the operation and is answered with 499.
 */
export type WebHandler = (request: Request, info?: WebRequestInfo) => Promise<Response>

const ANYWHERE = "http://localhost"

/** A target without a route. */
const noRoute = { pathname: "", search: "" }

/** What is known of a value that is no request. */
const unread: RequestParts = { method: "GET", url: "", headers: originAlone(null), body: noBody }

const refusing = (failure: unknown) => requestMiddleware(Effect.die(failure))

/** Waits for a fiber. An abort interrupts it. */
const awaitExit = <A>(fiber: Fiber.RuntimeFiber<A>, signal?: AbortSignal): Promise<Exit.Exit<A>> =>
  new Promise((resolve) => {
    const interrupt = () => fiber.unsafeInterruptAsFork(FiberId.none)
    signal?.addEventListener("abort", interrupt, { once: true })
    fiber.addObserver((exit) => {
      signal?.removeEventListener("abort", interrupt)
      resolve(exit)
    })
  })

/**
 * Makes the service a function from `Request` to `Promise<Response>`, without a server of its own. The handler logs to the
 * loggers of the host's runtime except Effect's default one, so it writes nothing to standard output.
 *
 * @throws `TypeError`, as a defect, if `cors.origins` is not a list of origins, or `console` is neither true nor false.
 * @example
 * ```ts
 * import { Memory } from "@tollgate/core"
 * import { TollgateApp, webHandler } from "@tollgate/http"
 * import { Layer, ManagedRuntime } from "effect"
 *
 * const runtime = ManagedRuntime.make(TollgateApp.layerAt("/tollgate").pipe(Layer.provide(Memory.layer)))
 * const handle = await runtime.runPromise(webHandler({ cors: { origins: ["https://app.example"] } }))
 * const response = await handle(new Request("http://localhost/tollgate/healthz"))
 * ```
 */
export const webHandler = (options: HandlerOptions = {}): Effect.Effect<WebHandler, never, TollgateApp> =>
  Effect.gen(function* () {
    const runtime = yield* quietRuntime
    const cors = yield* Effect.sync(() => makeCors(options.cors))
    const app = yield* withConsole(yield* TollgateApp, options.console)
    const start = startRequest(app, runtime, cors)
    const policy = new BodyPolicy(app.basePath, undefined, app.routes)

    const answer = async (parts: RequestParts, signal?: AbortSignal, to?: HttpApp.Default): Promise<Response> => {
      const { state, serving } = start(parts, to)
      const isAnswer = HttpServerResponse.isServerResponse(serving)
      const exit = isAnswer ? Exit.succeed(serving) : await awaitExit(serving, signal)
      if (signal?.aborted && state.undo !== null) Runtime.runFork(runtime)(state.undo)
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
      const allowance = policy.allow(parts.method, parts.url)
      try {
        const body = await readWebBody(request, allowance)
        if (!signal.aborted) return await answer({ ...parts, headers, body }, signal)
        return await answer(parts, undefined, refusing(new ProtocolRefusal({ reason: "client_closed_request" })))
      } finally {
        allowance.release()
      }
    }

    const partsOf = (request: Request, info: WebRequestInfo | undefined): RequestParts => {
      // Some frameworks pass requests whose URL is only a path.
      const { pathname, search } = URL.canParse(request.url, ANYWHERE) ? new URL(request.url, ANYWHERE) : noRoute
      return {
        method: HttpMethod.isHttpMethod(request.method) ? request.method : "OPTIONS",
        url: pathname + search,
        headers: originAlone(request.headers.get("origin")),
        body: noBody,
        remoteAddress: () => info?.remoteAddress
      }
    }

    return async (request, info) => {
      let parts = unread
      try {
        parts = partsOf(request, info)
        return await serve(request, parts)
      } catch (failure) {
        return answer(parts, undefined, refusing(failure))
      }
    }
  })
