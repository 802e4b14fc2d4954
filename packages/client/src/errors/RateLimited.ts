import { tagged } from "./tagged.js"

/** The limit of requests per minute is reached. Nothing was done. */
export class RateLimited extends tagged("RateLimited") {
  /** Seconds until the request may be sent again; null if the answer does not say. */
  declare readonly retryAfter: number | null

  constructor(fields: { readonly retryAfter: number | null }) {
    super(fields)
  }
  /** HTTP status of the answer. */
  get status() {
    return 429 as const
  }
  override get message(): string {
    return this.retryAfter === null ? "Too many requests." : `Too many requests. Try again in ${this.retryAfter} s.`
  }
}
