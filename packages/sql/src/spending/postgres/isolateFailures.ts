import { type ScopeId, type StorageFailure, scopeName } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Locks } from "../rows/Dialect.js"
import type { Answered } from "../unit/runActs.js"
import type { RowsToRead, UnitOfWork } from "../unit/UnitOfWork.js"
import { isLockTimeout, isRefusedValue } from "./batchSettings.js"

type Answers = Effect.Effect<ReadonlyArray<Answered<unknown>>, StorageFailure>

/** Runs acts in one transaction, and tells what reads and writes for them. Waits for the scope `first`, if it is not null. */
type Batch<I> = (
  items: ReadonlyArray<I>,
  locks: Locks,
  first: ScopeId | null,
  began: (unit: UnitOfWork) => void
) => Answers

/** Whether one act may be why all of a batch failed. */
const isOfOne = (cause: Cause.Cause<StorageFailure>) =>
  !Cause.isInterrupted(cause) &&
  Option.match(Cause.failureOption(cause), {
    onNone: () => Cause.isDie(cause),
    onSome: (failure) => failure.outcome === "none" && isRefusedValue(failure)
  })

const isWaiting =
  ({ inserting }: UnitOfWork) =>
  ({ holds, refs }: RowsToRead) =>
    holds.some((id) => inserting.holds.has(id)) || refs.some((ref) => inserting.scopes.has(scopeName(ref)))

/**
 * Runs acts together so that none fails because of another one, which may be of another organization. Acts whose new rows another
 * transaction is inserting wait for it without the others; a failing act is isolated by bisecting the batch.
 */
export const isolateFailures = <I extends RowsToRead>(batch: Batch<I>) => {
  const inHalves = (items: ReadonlyArray<I>, locks: Locks): Answers => {
    const half = items.length >> 1
    return Effect.zipWith(run(items.slice(0, half), locks), run(items.slice(half), locks), (one, other) => [
      ...one,
      ...other
    ])
  }

  const withoutWaiting = (items: ReadonlyArray<I>, isWaiting: (item: I) => boolean): Answers => {
    const others = items.filter((item) => !isWaiting(item))
    return Effect.map(others.length === 0 ? Effect.succeed([]) : run(others, "skip"), (answers) => {
      const left = answers.values()
      return items.map((item) => (isWaiting(item) ? null : left.next().value) ?? { blockedBy: null })
    })
  }

  const run = (items: ReadonlyArray<I>, locks: Locks, first: ScopeId | null = null): Answers =>
    Effect.suspend(() => {
      let unit: UnitOfWork | null = null
      const began = (running: UnitOfWork) => {
        unit = running
      }
      const after = (cause: Cause.Cause<StorageFailure>): Answers => {
        if (isOfOne(cause)) return items.length === 1 ? Effect.succeed([{ failed: cause }]) : inHalves(items, locks)
        if (!Option.exists(Cause.failureOption(cause), isLockTimeout)) return Effect.failCause(cause)
        if (locks === "wait" || first !== null) return run(items, "skip")
        const waits = unit === null ? () => false : isWaiting(unit)
        return items.some(waits) ? withoutWaiting(items, waits) : Effect.failCause(cause)
      }
      return Effect.catchAllCause(batch(items, locks, first, began), after)
    })
  return run
}
