import { Refusals } from "@tollgate/core/models"
import * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"
import { type Refusal, type RefusalTag, wireErrorOf } from "./api/errorTable.js"
import { ProtocolRefusal } from "./api/ProtocolRefusal.js"
import { InternalError, isWireError, type WireError } from "./api/WireError.js"
import { RateLimited } from "./client/RateLimited.js"
import { errorAnswer } from "./request/errorAnswer.js"

const kinds = Object.values(Refusals)

const isRefusal = (error: unknown): error is Refusal<RefusalTag> => kinds.some((kind) => error instanceof kind)

const answeredAs = (error: unknown): WireError | ProtocolRefusal => {
  if (isRefusal(error)) return wireErrorOf(error)
  if (isWireError(error) || error instanceof ProtocolRefusal) return error
  if (error instanceof RateLimited) {
    const { retryAfter } = error
    return new ProtocolRefusal({ reason: "rate_limited", ...(retryAfter !== null && { retryAfter }) })
  }
  // A gate of the Promise API that was closed: its server answers so, too.
  if (Predicate.isTagged(error, "GateClosed")) return new ProtocolRefusal({ reason: "unavailable" })
  return InternalError.now()
}

/**
 * The answer that a Tollgate server gives for an error: its status, the same JSON body, and `Retry-After` or `WWW-Authenticate`
 * where the server sends them. Anything but an error of Tollgate, and `RequestFailed`, is 500 `internal_error` without detail: log it
 * yourself.
 *
 * The body has what a server tells a gateway, such as the budgets of `BudgetExceeded` and the `key_state` of `KeyRefused`. To tell
 * callers no more about their key than `authenticate` does, answer them `new InvalidCredential()` in place of `KeyRefused`.
 *
 * @example
 * import { InvalidCredential } from "@tollgate/core/models"
 * import { toResponse } from "@tollgate/http/contract"
 *
 * const response = toResponse(new InvalidCredential()) // 401, with WWW-Authenticate
 */
export const toResponse = (error: unknown): Response => {
  const { error: body, headers } = errorAnswer(answeredAs(error), DateTime.unsafeNow())
  return Response.json({ error: body }, { status: body.code, headers })
}
