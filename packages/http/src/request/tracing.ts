import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Tracer from "effect/Tracer"
import { loggedPath } from "./logging.js"
import * as RequestState from "./RequestState.js"
import { pathOf } from "./target.js"

const defaultTracer = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Whether a runtime has a tracer other than Effect's default, which records nothing. */
export const isTraced = ({ fiberRefs }: Runtime.Runtime<never>): boolean =>
  FiberRefs.getOrDefault(fiberRefs, FiberRef.currentTracerEnabled) &&
  Context.get(FiberRefs.getOrDefault(fiberRefs, DefaultServices.currentServices), Tracer.Tracer) !== defaultTracer

/** Lower-case digits, and no id of zeros (W3C Trace Context, section 3.2). The framework's reader is laxer. */
const valid = /^00-(?!0+-)[\da-f]{32}-(?!0+-)[\da-f]{16}-[\da-f]{2}$/

/** The caller's span from `traceparent`. */
const callerSpan = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  valid.test(headers["traceparent"] ?? "") ? HttpTraceContext.w3c(headers) : Option.none()

/** Marks the span of an answer of 500 and above. It says nothing of the failure, which is in the log. */
class ServerError extends Data.TaggedError("ServerError")<{ readonly status: number }> {
  override get message(): string {
    return `The answer has status ${this.status}.`
  }
}

/**
 * Gives each request a span, named and described by OpenTelemetry's semantic conventions for HTTP servers. An answer of 500
 * and above ends it as an error. The status is left unset for a refusal, which is the caller's mistake.
 */
const traced = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    const request = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
    const { basePath, routes } = Context.get(currentContext, RequestState.Current)
    const { method, url } = request
    // A span has its name from the beginning, before the router has run.
    const found = routes.find(method, pathOf(url))
    const route = found === null ? null : basePath + found.template.replace(/:(\w+)/g, "{$1}")
    const span = Effect.makeSpan(route === null ? method : `${method} ${route}`, {
      kind: "server",
      captureStackTrace: false,
      parent: Option.getOrUndefined(callerSpan(request)),
      attributes: {
        "http.request.method": method,
        ...(route !== null && { "http.route": route }),
        "url.path": basePath + loggedPath(url, found === null ? null : { method, path: found.template })
      }
    })
    const end = (span: Tracer.Span, exit: Exit.Exit<{ readonly status: number }>) =>
      Effect.map(Clock.currentTimeNanos, (now) => {
        if (Exit.isFailure(exit)) return span.end(now, exit)
        const { status } = exit.value
        span.attribute("http.response.status_code", status)
        if (status >= 500) span.attribute("error.type", String(status))
        span.end(now, status >= 500 ? Exit.fail(new ServerError({ status })) : Exit.void)
      })
    return Effect.acquireUseRelease(span, (span) => Effect.withParentSpan(app, span), end)
  })

/**
 * An app with a span for each request if its runtime has a tracer, and that runtime. Otherwise spans are switched off,
 * because even an unrecorded one costs on every call.
 */
export const tracing = <R>(
  app: HttpApp.Default<never, R>,
  runtime: Runtime.Runtime<never>
): readonly [HttpApp.Default<never, R>, Runtime.Runtime<never>] =>
  isTraced(runtime) ? [traced(app), runtime] : [app, Runtime.setFiberRef(runtime, FiberRef.currentTracerEnabled, false)]
