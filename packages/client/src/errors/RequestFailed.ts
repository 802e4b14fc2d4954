import { failureMessage } from "#shared"
import { tagged } from "./tagged.js"

interface Failure {
  readonly operation: string
  readonly reason: "no_answer" | "server_error" | "unknown_status" | "unreadable_answer"
  readonly status: number | null
  readonly code: string | null
  readonly cause?: Error | undefined
}

/**
 * A request got no answer, or one that says nothing about its result. Whether the server carried it out is unknown. The error
 * contains nothing of the request or the answer, because either may hold a secret.
 */
export class RequestFailed extends tagged("RequestFailed") implements Failure {
  /** The operation's id in the API document. */
  declare readonly operation: string
  /**
   * `no_answer`: the request was not answered. `server_error`: the server failed unexpectedly (500). `unknown_status`: the operation does not document the status of the answer.
   * `unreadable_answer`: the answer does not match the contract.
   */
  declare readonly reason: Failure["reason"]
  /** The HTTP status of the answer; null if none is known. */
  declare readonly status: number | null
  /** The system's code for the failure, such as `ECONNREFUSED`; null if there is none. */
  declare readonly code: string | null
  /** A copy of the underlying error and its causes, without anything of the request or the answer. */
  declare readonly cause?: Error | undefined

  constructor(failure: Failure) {
    super(failure)
  }
  override get message(): string {
    return failureMessage(this)
  }
}
