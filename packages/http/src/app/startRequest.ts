import * as Etag from "@effect/platform/Etag"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpPlatform from "@effect/platform/HttpPlatform"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Path from "@effect/platform/Path"
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
import type { TollgateApp } from "./TollgateApp.js"

type Answer = HttpServerResponse.HttpServerResponse

/** A request being served: its state, and the fiber that returns its answer, or the answer itself if that needs no fiber. */
interface Running {
  readonly state: RequestState.RequestState
  readonly serving: Answer | Fiber.RuntimeFiber<Answer>
}

type App = Context.Tag.Service<TollgateApp>

/**
 * The services of every request: those that the framework requires, and those of the host that the app was not built with,
 * such as a span. All others are bound where they are used, because the context is copied several times for each request.
 */
const shared = ({ basePath, services }: App, host: Context.Context<never>): App["services"] => {
  const framework = Context.pick(Etag.Generator, FileSystem.FileSystem, HttpPlatform.HttpPlatform, Path.Path)(services)
  const others = [...host.unsafeMap].filter(([key, service]) => services.unsafeMap.get(key) !== service)
  const shared = Context.merge(framework, Context.unsafeMake<never>(new Map(others)))
  return basePath === "" ? shared : Context.add(shared, BasePath, basePath)
}

/** Whether nothing is recorded of a probe: it has no span, and its log line is at debug. */
const isSilent = (runtime: Runtime.Runtime<never>): boolean =>
  !isTraced(runtime) &&
  LogLevel.greaterThan(FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentMinimumLogLevel), LogLevel.Debug)

/** Only changes ask for the address, and it takes a call of the system. */
const originOf = (requestId: string, { remoteAddress }: RequestParts): Context.Tag.Service<RequestOrigin> => ({
  requestId,
  get address() {
    return remoteAddress?.() ?? null
  }
})

/** Starts each request in its own fiber. Everything that all requests share is set up once. */
export const startRequest = (
  mounted: App,
  given: Runtime.Runtime<never>,
  cors: Cors | null = null
): ((parts: RequestParts, to?: App["app"]) => Running) => {
  const { app, basePath, services } = mounted
  const [whole, runtime] = tracing(cors === null ? app : withPreflight(cors)(app), given)
  const base = shared(mounted, runtime.context)
  const answersAtOnce = isSilent(given)
  const find = stripBasePath(basePath)
  const bound = Context.merge(services, runtime.context)
  const entropy = Context.get(bound, Entropy)
  const clock = Context.get(FiberRefs.getOrDefault(runtime.fiberRefs, DefaultServices.currentServices), Clock.Clock)
  const metrics = requestMetrics(Context.get(bound, Metrics), clock)
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
    // One copy, where `Context.add` makes one for each service.
    const context = Context.unsafeMake<HttpRouter.HttpRouter.DefaultServices | HttpServerRequest.HttpServerRequest>(
      new Map<string, unknown>(base.unsafeMap)
        .set(RequestState.Current.key, state)
        .set(RequestOrigin.key, originOf(state.requestId, parts))
        .set(HttpServerRequest.HttpServerRequest.key, request)
    )
    const since = metrics?.begin()
    const serving = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }), to)
    if (since !== undefined) metrics?.observe(serving, state, since)
    return { state, serving }
  }
}
