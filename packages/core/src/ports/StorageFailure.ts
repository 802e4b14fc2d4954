import * as Schema from "effect/Schema"

/** Storage could not do its part; nothing is known about the request itself. The cause is for the log, never for a caller. */
export class StorageFailure extends Schema.TaggedError<StorageFailure>()("StorageFailure", { cause: Schema.Unknown }) {
  override get message(): string {
    return "Storage failed; whether anything was changed is not known."
  }
}
