import type { StorageFailure } from "@tollgate/core/storage"
import { retryInRealTime } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { ServerError } from "./ServerError.js"

const pause = Schedule.exponential("2 millis").pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(10))
)

/**
 * Whether a transaction can succeed if it runs again: after a deadlock (40P01), or if another one stored a row (23505)
 * after this one had looked for it.
 */
const isConflict = (error: unknown): boolean => /^(40P01|23505)$/.test(ServerError.find(error)?.code ?? "")

/** Runs a transaction again after a conflict with another one, at most ten times. */
export const retryConflicts = <A, E, R>(
  attempt: Effect.Effect<A, E | StorageFailure, R>
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.catchAll(attempt, (failure) =>
    isConflict(failure) ? retryInRealTime(attempt, pause, isConflict) : Effect.fail(failure)
  )
