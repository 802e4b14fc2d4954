import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CorrectionRecord } from "../model/Correction.js"
import { type HoldRecord, showHold } from "../model/HoldRecord.js"
import type { HoldCorrection, HoldWithCorrections } from "../model/HoldWithCorrections.js"
import { SpendingStore } from "../store/SpendingStore.js"

const show = ({ corrected_at, corrected_by, cost, cost_before, reason }: CorrectionRecord): HoldCorrection => ({
  at: DateTime.unsafeMake(corrected_at),
  before: cost_before,
  after: cost,
  reason,
  by: corrected_by
})

/** Converts a stored hold to the one that the API returns with its corrections. Those of most holds, which have none, are not read. */
export const showCorrected = Effect.fnUntraced(function* (hold: HoldRecord) {
  const { id, organization_id } = hold
  const store = yield* SpendingStore
  const all = hold.corrections === 0 ? [] : yield* store.corrections({ id, organization_id })
  // None of those that were made after the hold was read.
  const shown: HoldWithCorrections = { data: showHold(hold), corrections: all.slice(0, hold.corrections).map(show) }
  return shown
})
