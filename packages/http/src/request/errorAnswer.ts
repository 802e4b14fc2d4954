import { StorageFailure } from "@tollgate/core/models"
import type * as DateTime from "effect/DateTime"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { PaymentRequired, SpendingTooMany, Unauthorized, type WireError } from "../api/WireError.js"
import { retryAfter } from "./retryAfter.js"

/** Whether storage failed and nothing was done, so that the request can be repeated. */
const isUnavailable = ({ error }: WireError) => error.metadata?.["reason"] === StorageFailure.reasons.none

const headersOf = (refusal: WireError | ProtocolRefusal, now: DateTime.Utc): Readonly<Record<string, string>> => {
  if (refusal instanceof PaymentRequired) {
    const seconds = retryAfter(refusal, now)
    return seconds === null ? {} : { "Retry-After": String(seconds) }
  }
  if (refusal instanceof ProtocolRefusal) {
    const { headers = {}, retryAfter } = refusal
    return retryAfter === undefined ? headers : { ...headers, "Retry-After": String(retryAfter) }
  }
  // No lease is looked for: it may take long among many holds, and one of them usually ends sooner.
  if (refusal instanceof SpendingTooMany) return { "Retry-After": "1" }
  if (refusal instanceof Unauthorized) return { "WWW-Authenticate": "Bearer" }
  return isUnavailable(refusal) ? { "Retry-After": "1" } : {}
}

/** The body of a refusal's answer, whose `code` is the status, and the headers that depend on the refusal. */
export const errorAnswer = (refusal: WireError | ProtocolRefusal, now: DateTime.Utc) => ({
  error: refusal instanceof ProtocolRefusal ? refusal.envelope.error : refusal.error,
  headers: headersOf(refusal, now)
})
