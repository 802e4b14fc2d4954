import type { StorageFailure } from "@tollgate/core/storage"
import { isTransient, nothingStored, toStorageFailure } from "@tollgate/sql/driver"
import * as Predicate from "effect/Predicate"
import type { ActWrite, StatementWrite, TransactionWrite } from "./QueuedWrite.js"

/** What waits in the queue. */
export type Write = ActWrite | StatementWrite | TransactionWrite

/** How long a queued write waits in total while another process has the lock. */
const LOCK_TIMEOUT_MILLIS = 5_000

/** Whether a statement that is a transaction by itself may be stored although it failed: the disk may have its last page. */
const isUncertain = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) && cause.code.startsWith("SQLITE_IOERR")

/** Fails all writes that wait. */
export const endAll = (waiting: Set<Write>, failure: StorageFailure): void => {
  for (const part of waiting) {
    waiting.delete(part)
    part.settle(failure)
  }
}

/** Fails the writes that have waited too long for a lock, or all of them if waiting does not help. */
export const endHeldUp = (waiting: Set<Write>, cause: unknown, now: number): void => {
  const failure = isUncertain(cause) ? toStorageFailure(cause) : nothingStored(cause)
  const latest = now - LOCK_TIMEOUT_MILLIS
  for (const part of waiting) {
    if (isTransient(cause) && part.since > latest) continue
    waiting.delete(part)
    part.settle(failure)
  }
}
