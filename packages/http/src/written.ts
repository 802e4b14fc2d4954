import * as Cookies from "@effect/platform/Cookies"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Exchange } from "./Exchange.js"

/** What goes out for an answer: its own headers with those that every answer has, by lower-case name, and its body. */
export interface Written {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
}

type Answer = HttpServerResponse.HttpServerResponse

const bodyOf = ({ body }: Answer): Written["body"] => {
  if (body._tag === "Uint8Array") return body.body
  return body._tag === "Raw" && typeof body.body === "string" ? body.body : null
}

/**
 * Whether an answer is there as a whole, as all of the contract's are: no stream, no form, no response of the platform's,
 * nor a text to which the platform gives its type.
 */
export const isWhole = (answer: Answer): boolean =>
  (answer.body._tag === "Empty" || (bodyOf(answer) !== null && answer.headers["content-type"] !== undefined)) &&
  Cookies.isEmpty(answer.cookies)

/** An answer's own headers, and those that every answer has. */
export const headersOf = (answer: Answer, exchange: Exchange): Written["headers"] => {
  const headers: Record<string, string> = {
    ...answer.headers,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store"
  }
  if (exchange.headers !== null) Object.assign(headers, exchange.headers)
  headers["x-request-id"] = exchange.requestId
  return headers
}

/** An answer that is whole, as it goes out. */
export const written = (answer: Answer, exchange: Exchange): Written => ({
  status: answer.status,
  headers: headersOf(answer, exchange),
  body: bodyOf(answer)
})
