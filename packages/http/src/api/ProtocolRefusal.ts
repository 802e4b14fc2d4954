import type { InputIssue } from "@tollgate/core"
import * as Data from "effect/Data"
import * as Record from "effect/Record"

const refusals = {
  invalid_http: [400, "Invalid request parameters"],
  body_incomplete: [400, "Invalid request parameters"],
  several_credentials: [400, "Invalid request parameters"],
  idempotency_key_invalid: [400, "Invalid request parameters"],
  idempotency_key_reused: [400, "Invalid request parameters"],
  no_such_route: [404, "Resource not found"],
  method_not_allowed: [405, "Method not allowed"],
  request_timeout: [408, "Request timeout"],
  idempotency_answer_unavailable: [409, "Conflict"],
  body_too_large: [413, "Request body too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  expectation_failed: [417, "Expectation failed"],
  rate_limited: [429, "Rate limit exceeded"],
  headers_too_large: [431, "Request header fields too large"],
  client_closed_request: [499, "Client closed request"],
  body_already_read: [500, "Internal Server Error"],
  transfer_coding_unknown: [501, "Not implemented"],
  unavailable: [503, "Service unavailable"],
  http_version_unknown: [505, "HTTP version not supported"]
} as const

/** Why a request is refused at the HTTP level. */
export type ProtocolReason = keyof typeof refusals

/** All values of `error.metadata.reason` for protocol refusals. */
export const protocolReasons: ReadonlyArray<ProtocolReason> = Record.keys(refusals)

/** A refusal at the HTTP level. Any request may be answered with one, so no operation declares it. */
export class ProtocolRefusal extends Data.TaggedError("ProtocolRefusal")<{
  readonly reason: ProtocolReason
  readonly issues?: ReadonlyArray<InputIssue>
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds until the next attempt. */
  readonly retryAfter?: number
}> {
  get status(): number {
    return refusals[this.reason][0]
  }
  get envelope() {
    const [code, message] = refusals[this.reason]
    const { issues, reason, retryAfter } = this
    const hint = retryAfter === undefined ? {} : { retry_after_seconds: retryAfter }
    return { error: { code, message, metadata: { reason, ...(issues === undefined ? {} : { issues }), ...hint } } }
  }
}
