import * as Data from "effect/Data"

/** Storage could not do its part; nothing is known about the request itself. The cause is for the log, never for a caller. */
export class StorageFailure extends Data.TaggedError("StorageFailure")<{ readonly cause: unknown }> {}
