import { pruneAnswers, pruneLedger } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/**
 * Deletes old entries of the ledger, and answers of repeated requests, when a server starts and each hour. A failure is logged, and no
 * rule depends on it.
 */
export const pruning = Effect.all([
  Effect.catchAll(pruneLedger, (failure) =>
    Effect.logWarning("old entries of the ledger could not be deleted", failure.cause)
  ),
  Effect.catchAll(pruneAnswers, (failure) =>
    Effect.logWarning("old answers of repeated requests could not be deleted", failure.cause)
  )
]).pipe(Effect.repeat(Schedule.spaced("1 hour")))
