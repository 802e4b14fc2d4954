import * as Schema from "effect/Schema"

/** The key is unknown, malformed, disabled or expired. The refusal does not say which. */
export class InvalidCredential extends Schema.TaggedError<InvalidCredential>()("InvalidCredential", {}) {
  override get message(): string {
    return "The key is unknown, malformed, disabled or expired."
  }
}
