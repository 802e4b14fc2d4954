import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Readiness } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { logStorageFailure } from "./logStorageFailure.js"
import { ProtocolRefusal } from "./ProtocolRefusal.js"
import { plainRoutes } from "./plainRoutes.js"

const ok = HttpServerResponse.unsafeJson({ status: "ok" })

/** `/healthz`: the process answers. `/readyz`: storage does too, or 503. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const { check } = yield* Readiness
    const ready = check.pipe(
      Effect.tapError(logStorageFailure),
      Effect.mapError(() => new ProtocolRefusal({ reason: "unavailable" })),
      Effect.as(ok)
    )
    yield* router.get(plainRoutes.live, Effect.succeed(ok))
    yield* router.get(plainRoutes.ready, ready)
  })
)
