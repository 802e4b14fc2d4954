import type { StorageFailure } from "@tollgate/core/storage"

/** How a write queue reads the time and guards the file. */
export interface WriteQueueOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Called before each write; returns the reason to reject it, or null. */
  readonly refused: () => StorageFailure | null
  /** Called after each commit and before any result is reported; returns why the write is lost after all, or null. */
  readonly committed: () => StorageFailure | null
}
