import type { StorageFailure } from "@tollgate/core/storage"
import { retryInRealTime } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { ServerError } from "./ServerError.js"

const pause = Schedule.exponential("2 millis").pipe(
  Schedule.union(Schedule.spaced("50 millis")),
  Schedule.jittered,
  // After the second run.
  Schedule.intersect(Schedule.recurs(9))
)

/** A row that another transaction stored is found by the next run. One that is still a duplicate then is a mistake. */
const MAX_DUPLICATES = 2

/** Why a transaction runs again. */
export type Conflict = "deadlock" | "duplicate"

/**
 * Whether a transaction can succeed if it runs again: after a deadlock (40P01), or if another one stored a row (23505)
 * after this one had looked for it.
 */
const conflicts = (noted: (conflict: Conflict) => void, maxDuplicates: number) => {
  let duplicates = 0
  return (error: unknown): boolean => {
    const code = ServerError.find(error)?.code
    const isDeadlock = code === "40P01"
    if (!isDeadlock && !(code === "23505" && ++duplicates <= maxDuplicates)) return false
    noted(isDeadlock ? "deadlock" : "duplicate")
    return true
  }
}

/**
 * Runs a transaction again after a conflict with another one: at most ten times, at most twice because of a duplicate. `noted` is called
 * with each conflict.
 */
export const retryConflicts = <A, E, R>(
  attempt: Effect.Effect<A, E | StorageFailure, R>,
  noted: (conflict: Conflict) => void = () => {},
  maxDuplicates = MAX_DUPLICATES
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.catchAll(attempt, (failure) => {
    const isConflict = conflicts(noted, maxDuplicates)
    return isConflict(failure) ? retryInRealTime(attempt, pause, isConflict) : Effect.fail(failure)
  })

/** Runs a single statement again after a deadlock, at most ten times: a duplicate is its answer. */
export const retryDeadlocks = <A, E, R>(
  attempt: Effect.Effect<A, E | StorageFailure, R>,
  noted?: (conflict: Conflict) => void
): Effect.Effect<A, E | StorageFailure, R> => retryConflicts(attempt, noted, 0)
