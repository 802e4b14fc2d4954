import * as Data from "effect/Data"
import { type Answer, json } from "./Answer.js"
import { at } from "./Expectation.js"

/** A per-minute limit never asks for a longer wait than this. */
const MAX_WAIT = 120

/** Whether a limit of the server refused a request, and not the number of open holds of a scope. */
export const isRateLimited = (answer: Answer): boolean =>
  answer.status === 429 && at(json(answer), "error.metadata.reason") !== "too_many_in_flight"

const waitOf = (answer: Answer): number => {
  const seconds = isRateLimited(answer) ? Number(/^\d{1,3}$/.exec(answer.headers["retry-after"] ?? "")?.[0] ?? 0) : 0
  return seconds <= MAX_WAIT ? seconds : 0
}

/** The server's own rate limit refused a request. It asks for a retry after this many seconds. */
export class RateLimitReached extends Data.TaggedError("RateLimitReached")<{ readonly seconds: number }> {
  static among(answers: ReadonlyArray<Answer>): RateLimitReached | undefined {
    const seconds = answers.map(waitOf).find((wait) => wait > 0)
    return seconds === undefined ? undefined : new RateLimitReached({ seconds })
  }
}
