/** What is known of an answer even if its body cannot be read. */
export interface AnswerHead {
  readonly status: number
  /** Seconds from `Retry-After`; null if the answer has none (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | null
}

/** An answer whose body is JSON. */
export interface Answer extends AnswerHead {
  readonly json: unknown
}

/** A request that got no answer, or one that is not JSON. */
export class Unanswered {
  readonly head: AnswerHead | null
  /** Whether the connection was lost, before the answer or within it. */
  readonly isLost: boolean
  /** A copy of the error, without anything of the request or the answer. */
  readonly cause: Error | undefined

  constructor(head: AnswerHead | null, isLost: boolean, cause: Error | undefined) {
    this.head = head
    this.isLost = isLost
    this.cause = cause
  }
}
