import * as Data from "effect/Data"
import type { Answer } from "./Answer.js"

/** A per-minute limit never asks for a longer wait than this. */
const MAX_WAIT = 120

const waitOf = ({ headers, status }: Answer): number => {
  const seconds = status === 429 ? Number(/^\d{1,3}$/.exec(headers["retry-after"] ?? "")?.[0] ?? 0) : 0
  return seconds <= MAX_WAIT ? seconds : 0
}

/** The server's own rate limit refused a request. It asks for a retry after this many seconds. */
export class RateLimitReached extends Data.TaggedError("RateLimitReached")<{ readonly seconds: number }> {
  static among(answers: ReadonlyArray<Answer>): RateLimitReached | undefined {
    const seconds = answers.map(waitOf).find((wait) => wait > 0)
    return seconds === undefined ? undefined : new RateLimitReached({ seconds })
  }
}
