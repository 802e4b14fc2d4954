import * as Schema from "effect/Schema"

/** The key is unknown, malformed, disabled or expired; which of them, nobody is told. */
export class InvalidCredential extends Schema.TaggedError<InvalidCredential>()("InvalidCredential", {}) {
  override get message(): string {
    return "The key is unknown, malformed, disabled or expired."
  }
}
