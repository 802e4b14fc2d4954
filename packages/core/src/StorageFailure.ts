import * as Data from "effect/Data"

/** Storage could not do its part; nothing is known about the request itself. The cause is for the log, never for a caller. */
export class StorageFailure extends Data.TaggedError("StorageFailure")<{ readonly cause: unknown }> {
  override get message(): string {
    return "Storage failed; whether anything was changed is not known."
  }
}
