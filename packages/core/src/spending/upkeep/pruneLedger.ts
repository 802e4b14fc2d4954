import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { withSpan } from "../../runtime/withSpan.js"
import { LedgerRetention } from "../admission/newHoldId.js"
import { CHUNK, SpendingStore } from "../store/SpendingStore.js"

/**
 * Deletes holds that have ended and are older than the retention of the ledger, and returns their number. What they have cost stays in the counters,
 * as a part of opening balances, and in the activity. Open holds and those whose outcome is unknown stay. Names that nothing refers to any
 * more are deleted a day later. It deletes in chunks, each a short transaction, so that it may run beside requests, in any number of processes. The host calls it without a caller.
 *
 * @throws StorageFailure.
 */
export const pruneLedger = Effect.gen(function* () {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const before = now - (yield* LedgerRetention)
  let deleted = 0
  for (;;) {
    const some = yield* store.prune(before)
    deleted += some
    if (some < CHUNK) break
    yield* Effect.yieldNow()
  }
  yield* store.pruneNames(now)
  return { deleted }
}).pipe(withSpan("spending.pruneLedger"))
