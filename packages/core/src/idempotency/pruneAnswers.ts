import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { IdempotencyStore } from "./IdempotencyStore.js"

/** How many answers one transaction deletes. */
const CHUNK = 250

/**
 * Deletes the answers that were kept for repeated requests more than 24 hours ago, and returns their number. Each new answer takes two old
 * ones with it; this deletes those of a database in which nothing changes any more. It deletes in chunks, each a short
 * transaction, so that it may run beside requests, in any number of processes. The host calls it without a caller.
 *
 * @throws StorageFailure.
 */
export const pruneAnswers = Effect.gen(function* () {
  const answers = yield* IdempotencyStore
  const now = yield* DateTime.now
  let deleted = 0
  for (;;) {
    const some = yield* answers.forget(now, CHUNK)
    deleted += some
    if (some < CHUNK) return { deleted }
    yield* Effect.yieldNow()
  }
}).pipe(withSpan("idempotency.pruneAnswers"))
