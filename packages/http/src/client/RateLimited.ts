import { recognize } from "@tollgate/core/models"
import * as Data from "effect/Data"

/** The limit of requests per minute is reached. Nothing was done. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  /** Seconds until the request may be sent again; null if the answer does not say. */
  readonly retryAfter: number | null
}> {
  static {
    recognize(RateLimited, "RateLimited", "itself")
  }
  /** HTTP status of the answer. */
  get status() {
    return 429 as const
  }
  override get message(): string {
    return this.retryAfter === null ? "Too many requests." : `Too many requests. Try again in ${this.retryAfter} s.`
  }
}
