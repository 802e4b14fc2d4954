import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { loggedPath } from "./loggedPath.js"

const unheard = Context.get(DefaultServices.liveServices, Tracer.Tracer)

const traced = (app: HttpApp.Default): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
    app.pipe(
      Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
      Effect.withSpan("http.request", {
        kind: "server",
        captureStackTrace: false,
        attributes: { "http.request.method": method, "url.path": loggedPath(url) }
      })
    )
  )

/** One span a request where somebody listens. Where nobody does, spans are not even made: they cost on every call. */
export const tracing: Effect.Effect<(app: HttpApp.Default) => HttpApp.Default> = Effect.map(Effect.tracer, (tracer) =>
  tracer === unheard ? Effect.withTracerEnabled(false) : traced
)
