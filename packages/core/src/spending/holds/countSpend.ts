import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { families } from "../../runtime/metrics/families.js"
import { Metrics } from "../../runtime/metrics/Metrics.js"
import * as Usd from "../../values/Usd.js"
import type { HoldRecord } from "../model/HoldRecord.js"

type Services = Context.Context<never>

/** Counts the cost of a request, if metrics are on. Synchronous, for code that has the context of its fiber. */
export const noteSpend = (
  services: Services,
  { basis, cost, is_byok }: Pick<HoldRecord, "basis" | "cost" | "is_byok">
): void => {
  if (cost === null) return
  const registry = Context.get(services, Metrics)
  registry?.counter(families.spend, is_byok ? "byok" : "own", basis ?? "unstated").update(Usd.toNumber(cost))
}

/** Counts the flags of a hold, if metrics are on. Synchronous, as `noteSpend`. */
export const noteFlags = (services: Services, { flags }: Pick<HoldRecord, "flags">): void => {
  const registry = flags.length === 0 ? null : Context.get(services, Metrics)
  for (const flag of flags) registry?.counter(families.flags, flag).update(1)
}

const counting = (count: (services: Services) => void): Effect.Effect<void> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    count(currentContext)
    return Effect.void
  })

/** `noteSpend` as an effect. */
export const countSpend = (settled: Parameters<typeof noteSpend>[1]) =>
  counting((services) => noteSpend(services, settled))

/** `noteFlags` as an effect. */
export const countFlags = (hold: Parameters<typeof noteFlags>[1]) => counting((services) => noteFlags(services, hold))
