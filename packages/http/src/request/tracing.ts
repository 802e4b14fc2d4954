import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as Runtime from "effect/Runtime"
import * as Tracer from "effect/Tracer"
import { loggedPath } from "./logging.js"
import * as RequestState from "./RequestState.js"

const unheard = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Whether somebody listens to the spans of what a runtime runs. */
const isHeard = ({ fiberRefs }: Runtime.Runtime<never>): boolean =>
  FiberRefs.getOrDefault(fiberRefs, FiberRef.currentTracerEnabled) &&
  Context.get(FiberRefs.getOrDefault(fiberRefs, DefaultServices.currentServices), Tracer.Tracer) !== unheard

const traced = <R>(app: HttpApp.Default<never, R>): HttpApp.Default<never, R> =>
  Effect.flatMap(
    Effect.all([HttpServerRequest.HttpServerRequest, RequestState.Current]),
    ([{ method, url }, { basePath }]) =>
      app.pipe(
        Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
        Effect.withSpan("http.request", {
          kind: "server",
          captureStackTrace: false,
          attributes: { "http.request.method": method, "url.path": basePath + loggedPath(url) }
        })
      )
  )

/**
 * An app with one span a request where somebody listens to its runtime, and that runtime. Where nobody does, spans are not
 * even made: they cost on every call.
 */
export const tracing = <R>(
  app: HttpApp.Default<never, R>,
  runtime: Runtime.Runtime<never>
): readonly [HttpApp.Default<never, R>, Runtime.Runtime<never>] =>
  isHeard(runtime) ? [traced(app), runtime] : [app, Runtime.setFiberRef(runtime, FiberRef.currentTracerEnabled, false)]
