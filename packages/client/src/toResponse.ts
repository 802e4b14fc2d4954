import { messages } from "#messages"
import type { InputIssue } from "#refusals"
import { storageReasons } from "#shared"
import { GateClosed } from "./errors/GateClosed.js"
import { RateLimited } from "./errors/RateLimited.js"
import { refusalOf } from "./errors/refusalOf.js"

type Json = Readonly<Record<string, unknown>>

/** A refusal, of any package and copy. */
interface Refusal {
  readonly _tag: string
  readonly status: number
  readonly reason: string
  readonly issues: ReadonlyArray<InputIssue>
  readonly details: Json
}

const isRefusal = (error: unknown): error is Refusal => {
  const kind = refusalOf(String(Object(error)._tag))
  return kind !== undefined && error instanceof kind
}

const answer = (code: number, message: string | undefined, metadata: Json, headers: Readonly<Record<string, string>>) =>
  Response.json({ error: { code, message, metadata } }, { status: code, headers })

/** Seconds until each of the budgets that refuse an amount has a lease that ends, at least 1. */
const secondsUntilRoom = (budgets: unknown): number => {
  const ends = Array.isArray(budgets) ? budgets.map((budget) => Date.parse(Object(budget).earliest_lease_end)) : []
  return Math.max(1, Math.ceil((Math.max(0, ...ends.filter(Number.isFinite)) - Date.now()) / 1000))
}

const headersOf = ({ details, reason, status }: Refusal): Readonly<Record<string, string>> => {
  if (reason === "budget_held") return { "Retry-After": String(secondsUntilRoom(details["budgets"])) }
  if (status === 429 || reason === storageReasons.none) return { "Retry-After": "1" }
  return status === 401 ? { "WWW-Authenticate": "Bearer" } : {}
}

const refused = (refusal: Refusal): Response => {
  const { _tag, details, issues, reason, status } = refusal
  const metadata = { ...details, reason, ...(status === 400 || status === 409 ? { issues } : {}) }
  return answer(status, messages[_tag], metadata, headersOf(refusal))
}

const limited = ({ retryAfter, status }: RateLimited): Response => {
  const [hint, headers] =
    retryAfter === null ? [{}, {}] : [{ retry_after_seconds: retryAfter }, { "Retry-After": String(retryAfter) }]
  return answer(status, "Rate limit exceeded", { reason: "rate_limited", ...hint }, headers)
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
 * import { InvalidCredential, toResponse } from "@tollgate/client"
 *
 * const response = toResponse(new InvalidCredential()) // 401, with WWW-Authenticate
 */
export const toResponse = (error: unknown): Response => {
  if (isRefusal(error)) return refused(error)
  if (error instanceof RateLimited) return limited(error)
  // A server answers so while it stops.
  if (error instanceof GateClosed) return answer(error.status, "Service unavailable", { reason: "unavailable" }, {})
  return answer(500, "Internal Server Error", { reason: "internal_error" }, {})
}
