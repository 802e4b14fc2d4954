import * as HttpClientError from "@effect/platform/HttpClientError"
import { recognize } from "@tollgate/core/models"
import * as Data from "effect/Data"
import * as ParseResult from "effect/ParseResult"
import type { WireError } from "../api/WireError.js"
import { codeOf, type FailureReason, failureMessage } from "./plain/requestFailure.js"
import { safeCause } from "./safeCause.js"

/**
 * A request got no answer, or one that says nothing about its result. Whether the server carried it out is unknown. The error
 * contains nothing of the request or the answer, because either may hold a secret.
 */
export class RequestFailed extends Data.TaggedError("RequestFailed")<{
  /** The operation's id in the API document. */
  readonly operation: string
  /**
   * `no_answer`: the request was not answered. `server_error`: the server failed unexpectedly (500). `unknown_status`: the operation does not document the status of the answer.
   * `unreadable_answer`: the answer does not match the contract.
   */
  readonly reason: FailureReason
  /** The HTTP status of the answer; null if none is known. */
  readonly status: number | null
  /** The system's code for the failure, such as `ECONNREFUSED`; null if there is none. */
  readonly code: string | null
  /** A copy of the underlying error and its causes, without anything of the request or the answer. */
  readonly cause?: Error | undefined
}> {
  static {
    recognize(RequestFailed, "RequestFailed", "itself")
  }
  override get message(): string {
    return failureMessage(this)
  }
  /** The answer is an error of the contract's form that the operation does not declare. */
  static unlike(operation: string, { error }: WireError): RequestFailed {
    const reason = error.metadata?.["reason"] === "internal_error" ? "server_error" : "unreadable_answer"
    return new RequestFailed({ operation, reason, status: error.code, code: null })
  }
  /** From the failure of the HTTP client, and the status of the answer if there is one. */
  static from(operation: string, failure: unknown, status: number | null): RequestFailed {
    if (!HttpClientError.isHttpClientError(failure)) {
      const cause = ParseResult.isParseError(failure) ? safeCause(failure) : undefined
      return new RequestFailed({ operation, reason: "unreadable_answer", status, code: null, cause })
    }
    const cause = safeCause(failure)
    const code = codeOf(cause)
    if (failure._tag === "RequestError") {
      return new RequestFailed({ operation, reason: "no_answer", status: null, code, cause })
    }
    const reason = failure.cause === undefined ? "unknown_status" : "unreadable_answer"
    return new RequestFailed({ operation, reason, status: failure.response.status, code, cause })
  }
}
