import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StorageFailure } from "./StorageFailure.js"

/** Whether storage answers, for a load balancer that asks before it sends anything. */
export class Readiness extends Context.Tag("@tollgate/core/Readiness")<
  Readiness,
  { readonly check: Effect.Effect<void, StorageFailure> }
>() {}

/** What is always there. */
export const layerAlways = Layer.succeed(Readiness, { check: Effect.void })
