import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Readiness } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { jsonAnswer } from "./jsonAnswer.js"
import { logStorageFailure } from "./logStorageFailure.js"
import { ProtocolRefusal } from "./ProtocolRefusal.js"
import { plainRoutes } from "./plainRoutes.js"

const ok = jsonAnswer(200, { status: "ok" })
const alive = Effect.succeed(ok)

/**
 * Answers `/healthz` ahead of the router, whose way would cost as much again as all else of so small a request. Where
 * more stands in the target, the router comes to the same.
 */
export const first = (app: HttpApp.Default): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
    url === plainRoutes.live && (method === "GET" || method === "HEAD") ? alive : app
  )

/** `/healthz`: the process answers. `/readyz`: storage does too, or 503. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const { check } = yield* Readiness
    const ready = check.pipe(
      Effect.tapError(logStorageFailure),
      Effect.mapError(() => new ProtocolRefusal({ reason: "unavailable" })),
      Effect.as(ok)
    )
    yield* router.get(plainRoutes.live, alive)
    yield* router.get(plainRoutes.ready, ready)
  })
)
