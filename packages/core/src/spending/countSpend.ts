import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { families } from "../runtime/metrics/families.js"
import { Metrics } from "../runtime/metrics/Metrics.js"
import type { MetricsRegistry } from "../runtime/metrics/MetricsRegistry.js"
import * as Usd from "../values/Usd.js"
import type { HoldRecord } from "./HoldRecord.js"

const counting = (count: (registry: MetricsRegistry) => void): Effect.Effect<void> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    const registry = Context.get(currentContext, Metrics)
    if (registry !== null) count(registry)
    return Effect.void
  })

/** Counts what a request has cost, if metrics are on. */
export const countSpend = ({ basis, cost, is_byok }: Pick<HoldRecord, "basis" | "cost" | "is_byok">) =>
  cost === null
    ? Effect.void
    : counting((registry) =>
        registry.counter(families.spend, is_byok ? "byok" : "own", basis ?? "unstated").update(Usd.toNumber(cost))
      )

/** Counts what was unusual about a hold, if metrics are on. */
export const countFlags = ({ flags }: Pick<HoldRecord, "flags">) =>
  flags.length === 0
    ? Effect.void
    : counting((registry) => {
        for (const flag of flags) registry.counter(families.flags, flag).update(1)
      })

/** Counts a usage without a price, if metrics are on. */
export const countUnknownPrice = counting((registry) => registry.counter(families.unknownPrices).update(1))
