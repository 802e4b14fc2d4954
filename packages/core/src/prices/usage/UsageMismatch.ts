import * as Schema from "effect/Schema"
import { recognize } from "../../schema/recognize.js"

/**
 * The parts of a provider's usage do not agree with its own totals, so no price can be derived from it. `total` is the
 * provider's figure for `of`, and `parts` is what its parts sum to.
 */
export class UsageMismatch extends Schema.TaggedError<UsageMismatch>()("UsageMismatch", {
  of: Schema.Literal("input", "output", "total", "cache_write"),
  total: Schema.Int,
  parts: Schema.Int
}) {
  static {
    recognize(UsageMismatch, "UsageMismatch", "itself")
  }
  override get message(): string {
    return `The parts of the usage sum to ${this.parts} tokens, but the provider states ${this.total} (${this.of}).`
  }
}
