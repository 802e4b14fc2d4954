import * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { RequestState } from "./RequestState.js"

/** What goes out for an answer: its own headers with those that every answer has, by lower-case name, and its body. */
export interface ResponseParts {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
}

type Answer = HttpServerResponse.HttpServerResponse

const bodyOf = ({ body }: Answer): ResponseParts["body"] => {
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
export const headersOf = (answer: Answer, state: RequestState): ResponseParts["headers"] => {
  const headers: Record<string, string> = {
    "cache-control": "no-store",
    ...answer.headers,
    "x-content-type-options": "nosniff"
  }
  const { vary } = headers
  if (state.headers !== null) Object.assign(headers, state.headers)
  if (vary !== undefined && headers["vary"] !== vary) headers["vary"] = `${vary}, ${headers["vary"]}`
  headers["x-request-id"] = state.requestId
  return headers
}

/** An answer that is whole, as it goes out. */
export const toParts = (answer: Answer, state: RequestState): ResponseParts => ({
  status: answer.status,
  headers: headersOf(answer, state),
  body: bodyOf(answer)
})

/** An answer in JSON. Its body stays text: whoever writes it sends head and body as one, and bytes are made once. */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => {
  const text = JSON.stringify(value)
  const contentLength = Buffer.byteLength(text)
  return HttpServerResponse.raw(text, { status, headers, contentType: "application/json", contentLength })
}
