import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Readiness } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { jsonAnswer } from "./jsonAnswer.js"
import { logStorageFailure } from "./logStorageFailure.js"
import { ProtocolRefusal } from "./ProtocolRefusal.js"
import { plainRoutes } from "./plainRoutes.js"

const ok = jsonAnswer(200, { status: "ok" })

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
