import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { BasePath, Entropy, Metrics, RequestOrigin } from "@tollgate/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashSet from "effect/HashSet"
import * as LogLevel from "effect/LogLevel"
import * as Runtime from "effect/Runtime"
import { BufferedRequest, type RequestParts } from "../request/BufferedRequest.js"
import { withRequestId } from "../request/logging.js"
import { requestMetrics } from "../request/RequestMetrics.js"
import * as RequestState from "../request/RequestState.js"
import { NO_ROUTE, normalizeTarget, stripBasePath } from "../request/target.js"
import { isTraced, tracing } from "../request/tracing.js"
import { type Cors, withPreflight } from "./cors.js"
import * as Health from "./Health.js"
import type { RequestServices, TollgateApp } from "./TollgateApp.js"

type Answer = HttpServerResponse.HttpServerResponse

/** A request being served: its state, and the fiber that returns its answer, or the answer itself if that needs no fiber. */
interface Running {
  readonly state: RequestState.RequestState
  readonly serving: Answer | Fiber.RuntimeFiber<Answer>
}

type App = Context.Tag.Service<TollgateApp>

/** The services of every request: those that the app was built with, and over them those of the host, such as a span. */
const shared = ({ basePath, services }: App, host: Context.Context<never>): App["services"] => {
  const shared = Context.merge(services, host)
  return basePath === "" ? shared : Context.add(shared, BasePath, basePath)
}

/** Whether nothing is recorded of a probe: it has no span, and its log line is at debug. */
const isSilent = (runtime: Runtime.Runtime<never>): boolean =>
  !isTraced(runtime) &&
  LogLevel.greaterThan(FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentMinimumLogLevel), LogLevel.Debug)

/** The origin of a request. The address takes a system call, so it is read only when it is needed, which only changes do. */
class Origin implements Context.Tag.Service<RequestOrigin> {
  readonly requestId: string
  readonly #parts: RequestParts

  constructor(requestId: string, parts: RequestParts) {
    this.requestId = requestId
    this.#parts = parts
  }

  get address(): string | null {
    return this.#parts.remoteAddress?.() ?? null
  }
}

/** Starts each request in its own fiber. Everything that all requests share is set up once. */
export const startRequest = (
  mounted: App,
  given: Runtime.Runtime<never>,
  cors: Cors | null = null
): ((parts: RequestParts, to?: App["app"]) => Running) => {
  const { app, basePath } = mounted
  const [whole, runtime] = tracing(cors === null ? app : withPreflight(cors)(app), given)
  const base = shared(mounted, runtime.context)
  const answersAtOnce = isSilent(given)
  const find = stripBasePath(basePath)
  const entropy = Context.get(base, Entropy)
  const clock = Context.get(FiberRefs.getOrDefault(runtime.fiberRefs, DefaultServices.currentServices), Clock.Clock)
  const metrics = requestMetrics(Context.get(base, Metrics), clock)
  const loggers = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLoggers)
  const { fiberRefs, runtimeFlags } = Runtime.setFiberRef(
    runtime,
    FiberRef.currentLoggers,
    HashSet.map(loggers, withRequestId)
  )

  return (parts, to = whole) => {
    const path = find(parts.url)
    // A path outside of the base path has no route.
    const began = clock.unsafeCurrentTimeMillis()
    const state = RequestState.start(entropy.uuid(), began, path === null ? "" : basePath, metrics, mounted.routes)
    if (cors !== null) RequestState.addHeaders(state, cors.headersFor(parts.headers["origin"]))
    // A fiber would be a third of the cost of so small a request.
    if (answersAtOnce && to === whole && Health.asksIfAlive(parts.method, path)) return { state, serving: Health.ok }
    const request = new BufferedRequest(parts, path === null ? NO_ROUTE : normalizeTarget(path))
    // The request's own copy, so that its caller can be added in place.
    const context = Context.unsafeMake<HttpServerRequest.HttpServerRequest | RequestServices>(
      new Map<string, unknown>(base.unsafeMap)
        .set(RequestState.Current.key, state)
        .set(RequestOrigin.key, new Origin(state.requestId, parts))
        .set(HttpServerRequest.HttpServerRequest.key, request)
    )
    const since = metrics?.begin()
    const serving = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }), to)
    if (since !== undefined) metrics?.observe(serving, state, since)
    return { state, serving }
  }
}
