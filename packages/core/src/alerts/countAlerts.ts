import * as Effect from "effect/Effect"
import { families } from "../runtime/metrics/families.js"
import { Metrics } from "../runtime/metrics/Metrics.js"
import type { AlertRecord } from "../spending/model/AlertRecord.js"

/** Counts alerts that were stored, if metrics are on. */
export const countAlerts = (stored: ReadonlyArray<Pick<AlertRecord, "kind">>): Effect.Effect<void> =>
  stored.length === 0
    ? Effect.void
    : Effect.map(Metrics, (registry) => {
        for (const { kind } of stored) registry?.counter(families.alerts, kind).update(1)
      })
