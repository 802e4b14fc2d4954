import * as Data from "effect/Data"

/** `close` was called before this call. */
export class GateClosed extends Data.TaggedError("GateClosed") {
  override get message(): string {
    return "close() was called before this call."
  }
}
