import * as Data from "effect/Data"

/** The key has asked too often. Nothing was done. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  /** In how many seconds to come back; null where the answer does not say. */
  readonly retryAfter: number | null
}> {
  override get message(): string {
    return this.retryAfter === null ? "Too many requests." : `Too many requests. Come back in ${this.retryAfter} s.`
  }
}
