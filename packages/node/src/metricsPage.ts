import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"

/** The page of the store's metrics. Dies with a TypeError if the store was opened without them. */
export const metricsPage = Effect.flatMap(Core.Metrics, (registry) =>
  registry === null ? Effect.die(new TypeError("Open the store with metrics: true.")) : Core.readMetrics
)
