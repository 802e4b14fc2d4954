import * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { RequestState } from "./RequestState.js"

/** An answer as it is sent. Headers are by lower-case name. */
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
 * Whether the whole answer is in memory, as for every operation: not a stream, a form, a response of the platform, or a text
 * whose type the platform adds.
 */
export const isWhole = (answer: Answer): boolean =>
  (answer.body._tag === "Empty" || (bodyOf(answer) !== null && answer.headers["content-type"] !== undefined)) &&
  Cookies.isEmpty(answer.cookies)

/** The answer's own headers and those of every answer. */
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

/** A whole answer as it is sent. */
export const toParts = (answer: Answer, state: RequestState): ResponseParts => ({
  status: answer.status,
  headers: headersOf(answer, state),
  body: bodyOf(answer)
})

/** An answer of JSON that is written already. */
export const jsonTextAnswer = (
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => {
  const contentLength = Buffer.byteLength(text)
  return HttpServerResponse.raw(text, { status, headers, contentType: "application/json", contentLength })
}

/** A JSON answer. Its body stays text, so that head and body are encoded and sent together. */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => jsonTextAnswer(status, JSON.stringify(value), headers)

/** The body of a JSON answer; undefined for another answer. */
export const jsonOf = (answer: HttpServerResponse.HttpServerResponse): unknown => {
  const text = bodyOf(answer)
  return typeof text === "string" && answer.headers["content-type"] === "application/json"
    ? JSON.parse(text)
    : undefined
}

/** A JSON answer with another body, and another status if one is stated. Its headers stay, and so does an answer that is not JSON. */
export const withJson = (
  answer: HttpServerResponse.HttpServerResponse,
  change: (body: unknown) => unknown,
  status = answer.status
): HttpServerResponse.HttpServerResponse => {
  const body = jsonOf(answer)
  return body === undefined ? answer : jsonAnswer(status, change(body), answer.headers)
}

/** An answer of CSV with a line of names (RFC 7111). Caches keep it apart from the JSON of the same address. */
export const csvAnswer = (text: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, {
    status: 200,
    headers: { vary: "Accept" },
    contentType: "text/csv; charset=utf-8; header=present",
    contentLength: Buffer.byteLength(text)
  })
