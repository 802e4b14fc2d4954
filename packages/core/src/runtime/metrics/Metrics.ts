import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Family } from "./Family.js"
import { MetricsRegistry } from "./MetricsRegistry.js"

/**
 * Where programs, servers and storage count what happens, or null if metrics are off. `Metrics.layer` turns them on: provide it to the layers
 * of storage and of the server. `readMetrics` writes the page.
 *
 * @default null
 *
 * @example
 * import { Memory, Metrics, readMetrics } from "@tollgate/core"
 * import { Effect, Layer } from "effect"
 *
 * const accounts = Layer.provideMerge(Memory.layer, Metrics.layer)
 * const page = await readMetrics.pipe(Effect.provide(accounts), Effect.runPromise)
 */
export class Metrics extends Context.Reference<Metrics>()("@tollgate/core/Metrics", {
  defaultValue: (): MetricsRegistry | null => null
}) {
  /** Turns metrics on. Each use is a registry of its own. */
  static readonly layer: Layer.Layer<never> = Layer.suspend(() => Layer.succeed(Metrics, new MetricsRegistry()))
}

/** Reads a gauge when the metrics are read, until the scope ends. Nothing happens if metrics are off. */
export const measureGauge = (
  family: Family<"gauge", readonly []>,
  read: () => number
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.flatMap(Metrics, (registry) => {
    if (registry === null) return Effect.void
    return Effect.acquireRelease(
      Effect.sync(() => registry.gauge(family, read)),
      (stop) => Effect.sync(stop)
    )
  })
