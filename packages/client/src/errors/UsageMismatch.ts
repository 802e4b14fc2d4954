import { tagged } from "./tagged.js"

interface Parts {
  readonly of: "cache_write" | "input" | "output" | "total"
  readonly total: number
  readonly parts: number
}

/**
 * The parts of a provider's usage do not agree with its own totals, so no price can be derived from it. `total` is the
 * provider's figure for `of`, and `parts` is what its parts sum to.
 */
export class UsageMismatch extends tagged("UsageMismatch") implements Parts {
  declare readonly of: Parts["of"]
  declare readonly total: number
  declare readonly parts: number

  constructor({ of, parts, total }: Parts) {
    super({ of, total, parts })
  }
  override get message(): string {
    return `The parts of the usage sum to ${this.parts} tokens, but the provider states ${this.total} (${this.of}).`
  }
}
