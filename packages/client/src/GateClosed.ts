import * as Data from "effect/Data"

/** The gate was closed before the call. */
export class GateClosed extends Data.TaggedError("GateClosed") {
  override get message(): string {
    return "The gate is closed."
  }
}
