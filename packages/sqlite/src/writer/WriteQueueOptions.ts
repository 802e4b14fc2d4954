import type { StorageFailure } from "@tollgate/core/storage"

/** Runs a commit. */
export type Timed = <A>(commit: () => A) => A

/** How a write queue reads the time and guards the file. */
export interface WriteQueueOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Called before each write; returns the reason to reject it, or null. */
  readonly refused: () => StorageFailure | null
  /** Called after each commit and before any result is reported; returns why the write is lost after all, or null. */
  readonly committed: () => StorageFailure | null
  /** Runs a commit and measures how long it takes. @default runs it */
  readonly timed?: Timed | undefined
}
