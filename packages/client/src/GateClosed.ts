import * as Data from "effect/Data"

/** `close` was called before this call, or while the call waited for open holds to end. */
export class GateClosed extends Data.TaggedError("GateClosed") {
  /** HTTP status of what a closed gate answers. */
  get status() {
    return 503 as const
  }
  override get message(): string {
    return "close() was called before this call, or while it waited for open holds to end."
  }
}
