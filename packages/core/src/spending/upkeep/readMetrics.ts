import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AnyFamily } from "../../runtime/metrics/Family.js"
import { families } from "../../runtime/metrics/families.js"
import { Metrics } from "../../runtime/metrics/Metrics.js"
import { type Samples, toText } from "../../runtime/metrics/textFormat.js"
import * as Usd from "../../values/Usd.js"
import { SpenderCache } from "../admission/SpenderCache.js"
import { SpendingStore } from "../store/SpendingStore.js"

/** The media type of what `readMetrics` writes. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** Prometheus waits 10 seconds for a page, if it is not told otherwise. */
const STORAGE_TIMEOUT = "3 seconds"

const figure = (family: AnyFamily, value: number): Samples => ({ family, samples: [{ values: [], figure: value }] })

/** The samples of the key cache. */
const ofKeys = ({ bytes, lookups, size }: SpenderCache): ReadonlyArray<Samples> => [
  {
    family: families.keyCache,
    samples: Object.entries(lookups).map(([result, count]) => ({ values: [result], figure: count }))
  },
  figure(families.keyCacheEntries, size),
  figure(families.keyCacheBytes, bytes)
]

/** The gauges that storage knows. What has been counted is shown also while storage does not answer. */
const readGauges = Effect.gen(function* () {
  const store = yield* SpendingStore
  const open = yield* store.openHolds.pipe(
    Effect.tapError((failure) => Effect.logWarning("open holds could not be counted for the metrics", failure.cause)),
    Effect.option,
    Effect.disconnect,
    Effect.timeoutTo({ duration: STORAGE_TIMEOUT, onSuccess: (open) => open, onTimeout: Option.none })
  )
  const keys = ofKeys(SpenderCache.of(store))
  if (Option.isNone(open)) return [...keys, figure(families.storageUp, 0)]
  const { amount, count, oldest } = open.value
  const age = oldest === null ? 0 : Math.max(0, (yield* Clock.currentTimeMillis) - oldest) / 1000
  return [
    figure(families.holdsOpen, count),
    figure(families.held, Usd.toNumber(amount)),
    figure(families.oldestHold, age),
    ...keys,
    figure(families.storageUp, 1)
  ]
})

/**
 * Writes all metrics in Prometheus' text format, version 0.0.4 (`METRICS_TYPE`). The gauges of open holds are read from storage, within 3 seconds.
 * While storage does not answer they are left out, and `tollgate_storage_up` is 0. An empty text if metrics are off.
 *
 * @example
 * import { Memory, Metrics, readMetrics } from "@tollgate/core"
 * import { Effect, Layer } from "effect"
 *
 * const accounts = Layer.provideMerge(Memory.layer, Metrics.layer)
 * const page = await readMetrics.pipe(Effect.provide(accounts), Effect.runPromise)
 */
export const readMetrics: Effect.Effect<string, never, SpendingStore> = Effect.flatMap(Metrics, (registry) => {
  if (registry === null) return Effect.succeed("")
  return Effect.map(readGauges, (gauges) => toText([...registry.read(), ...gauges]))
})
