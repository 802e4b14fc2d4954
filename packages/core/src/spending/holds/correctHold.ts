import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../../access/Caller.js"
import { about, unchanged } from "../../ports/PendingEntry.js"
import { Transaction } from "../../ports/Transaction.js"
import { change } from "../../records/change.js"
import { wakeQueue } from "../admission/AdmissionQueue.js"
import { requireOwnedHold } from "../admission/requireHold.js"
import { HoldNotSettled } from "../model/Hold.js"
import type { CorrectionRecord, CostCorrection, HoldCorrection, HoldWithCorrections } from "../model/HoldCorrection.js"
import { type HoldRecord, showHold } from "../model/HoldRecord.js"
import { CostTooLarge } from "../model/refusals.js"
import { SpendingStore } from "../store/SpendingStore.js"

/**
 * Corrects the cost of a settled hold, for example to match an invoice, and returns the hold with every correction of
 * its cost. Counters change by the difference, in windows that are still those of the request, and so does the activity of its day. The
 * reason is kept with the correction. The same cost changes nothing.
 *
 * @throws HoldNotFound, HoldNotSettled, CostTooLarge if a counter has no room for the difference, StorageFailure.
 */
export const correctHold = Effect.fnUntraced(function* (id: string, { cost, reason }: CostCorrection) {
  const { keyHash, organizationId: organization_id } = yield* ManagementCaller
  const store = yield* SpendingStore
  const transaction = yield* Transaction
  const corrected_at = yield* Clock.currentTimeMillis
  const corrected = yield* transaction.run(
    Effect.gen(function* () {
      const { hold, is_corrected } = yield* requireOwnedHold(id, (id) =>
        store.correct({ id, organization_id }, { cost, reason, corrected_by: keyHash, corrected_at })
      )
      if (hold.state !== "settled") return yield* new HoldNotSettled({ id: hold.id })
      if (hold.cost !== cost) return yield* new CostTooLarge()
      yield* is_corrected ? about({ object: hold.id }) : unchanged
      return hold
    })
  )
  yield* wakeQueue(organization_id)
  return yield* showCorrected(corrected)
}, change("spending.correctHold"))

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
