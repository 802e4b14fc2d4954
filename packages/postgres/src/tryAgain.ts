import { StorageFailure } from "@tollgate/core/storage"
import { isTransient, retryInRealTime } from "@tollgate/sql/driver"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import { Admission } from "./Admission.js"

const pause = Schedule.exponential("1 millis").pipe(
  Schedule.union(Schedule.spaced("20 millis")),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(200)),
  Schedule.upTo("20 seconds")
)

const tooLong = () => new StorageFailure({ cause: new Error("There were too many transactions before this one.") })

/**
 * Runs transactions, a limited number at the same time, and again after a conflict. Time and attempts are limited;
 * after that, the conflict is a failure, and nothing is stored.
 */
export const tryAgain = (most: number) => {
  const admission = new Admission(most, tooLong)
  return <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> => {
    const admitted = (again: boolean) =>
      Effect.acquireUseRelease(
        Effect.interruptible(admission.enter(again)),
        () => attempt,
        (_, exit) => Effect.sync(() => admission.leave(Exit.isFailure(exit) && isTransient(Cause.squash(exit.cause))))
      )
    return Effect.catchAll(admitted(false), (clash) =>
      isTransient(clash) ? retryInRealTime(admitted(true), pause) : Effect.fail(clash)
    )
  }
}
