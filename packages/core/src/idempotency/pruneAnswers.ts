import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { eventLoopTurn } from "../runtime/eventLoopTurn.js"
import { withSpan } from "../runtime/withSpan.js"
import { IdempotencyStore } from "./IdempotencyStore.js"

/** How many answers one transaction deletes. */
const CHUNK = 250

/**
 * Deletes the stored responses of requests with an idempotency key that are older than 24 hours, and returns their number. Each new response
 * deletes two old ones; this deletes those that no later change has deleted. It deletes in chunks, each a short
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
    yield* eventLoopTurn
  }
}).pipe(withSpan("idempotency.pruneAnswers"))
