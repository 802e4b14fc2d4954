import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { AlertStore } from "../../alerts/AlertStore.js"
import { BoostStore } from "../../boosts/BoostStore.js"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import { BudgetRequestStore } from "../../requests/BudgetRequestStore.js"
import { eventLoopTurn } from "../../runtime/eventLoopTurn.js"
import { withSpan } from "../../runtime/withSpan.js"
import { MAX_RUN_DEPTH } from "../../schema/idForms.js"
import { WebhookStore } from "../../webhooks/WebhookStore.js"
import { LedgerRetention } from "../admission/newHoldId.js"
import { CHUNK, SpendingStore } from "../store/SpendingStore.js"

/** How long a run is kept after its latest request, in days. */
const RUN_RETENTION_DAYS = 32

/** Deletes in short transactions, and returns how many rows were deleted. */
const inChunks = Effect.fnUntraced(function* (deleteChunk: Effect.Effect<number, StorageFailure>) {
  let deleted = 0
  for (;;) {
    const some = yield* deleteChunk
    deleted += some
    if (some < CHUNK) return deleted
    yield* eventLoopTurn
  }
})

/**
 * Deletes holds that have ended and are older than the retention of the ledger, and returns their number. What they have cost stays in the
 * counters, as a part of opening balances, and in the activity. Open holds and those whose outcome is unknown stay. Runs are deleted 32 days
 * after their latest request, counted up to the latest one of their organization, unless they are stopped, or have open holds, an unknown
 * amount, or a run below them. Names that nothing refers to any more are
 * deleted a day later. Alerts and their deliveries are deleted once they are as old as holds, and so are boosts that have ended and requests for more that are decided. It deletes in chunks, each a short transaction, so that it may run beside requests, in any number of processes. The
 * host calls it without a caller.
 *
 * @throws StorageFailure.
 */
export const pruneLedger = Effect.gen(function* () {
  const store = yield* SpendingStore
  const alerts = yield* AlertStore
  const webhooks = yield* WebhookStore
  const boosts = yield* BoostStore
  const requests = yield* BudgetRequestStore
  const now = yield* Clock.currentTimeMillis
  const before = now - (yield* LedgerRetention)
  const deleted = yield* inChunks(store.prune(before))
  // A run may be deleted once those below it are.
  for (let depth = 0; depth < MAX_RUN_DEPTH; depth++) {
    if ((yield* inChunks(store.pruneRuns(RUN_RETENTION_DAYS, now))) === 0) break
  }
  yield* store.pruneNames(now)
  yield* inChunks(webhooks.pruneDeliveries(DateTime.unsafeMake(before), CHUNK))
  yield* inChunks(alerts.prune(before, CHUNK))
  yield* inChunks(boosts.prune(before))
  yield* inChunks(requests.prune(before))
  return { deleted }
}).pipe(withSpan("spending.pruneLedger"))
