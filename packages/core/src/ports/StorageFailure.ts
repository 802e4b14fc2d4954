import * as Schema from "effect/Schema"

/** Storage failed. The cause is logged and never shown to a caller. */
export class StorageFailure extends Schema.TaggedError<StorageFailure>()("StorageFailure", { cause: Schema.Unknown }) {
  override get message(): string {
    return "Storage failed. It is not known whether anything was changed."
  }
}
