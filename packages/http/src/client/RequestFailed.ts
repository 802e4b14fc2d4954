import * as HttpClientError from "@effect/platform/HttpClientError"
import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** By what name the system knows a failure, `ECONNREFUSED` for one, wherever it stands among the causes. */
const codeOf = (failure: unknown): string | null => {
  if (!Predicate.isObject(failure)) return null
  if ("code" in failure && typeof failure.code === "string" && /^[A-Z_]{1,40}$/.test(failure.code)) return failure.code
  return "cause" in failure ? codeOf(failure.cause) : null
}

const phrases = {
  no_answer: "No answer came",
  unknown_status: "The answer has a status that the operation does not have",
  unreadable_answer: "The answer is not what the contract says"
}

/**
 * A request got no answer that can be read. Nothing of request or answer is in it, for either may hold a secret. Whether
 * the request was carried out is unknown.
 */
export class RequestFailed extends Data.TaggedError("RequestFailed")<{
  /** The operation's id in the API document. */
  readonly operation: string
  readonly reason: keyof typeof phrases
  /** The answer's status, as far as it is known. */
  readonly status: number | null
  /** By what name the system knows the failure, as far as it does. */
  readonly code: string | null
}> {
  override get message(): string {
    const known = [this.status, this.code].filter((word) => word !== null)
    return `${this.operation}: ${phrases[this.reason]}${known.length === 0 ? "" : ` (${known.join(", ")})`}.`
  }
  /** From an error that has the form of the contract's, and says what the operation does not say. */
  static unlike(operation: string, status: number): RequestFailed {
    return new RequestFailed({ operation, reason: "unreadable_answer", status, code: null })
  }
  /** From whatever the client underneath failed with, and the status of the answer, if one came. */
  static from(operation: string, failure: unknown, status: number | null): RequestFailed {
    const code = codeOf(failure)
    if (!HttpClientError.isHttpClientError(failure)) {
      return new RequestFailed({ operation, reason: "unreadable_answer", status, code })
    }
    if (failure._tag === "RequestError")
      return new RequestFailed({ operation, reason: "no_answer", status: null, code })
    const reason = failure.cause === undefined ? "unknown_status" : "unreadable_answer"
    return new RequestFailed({ operation, reason, status: failure.response.status, code })
  }
}
