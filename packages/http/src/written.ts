import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Exchange } from "./Exchange.js"

/** What goes out for an answer: its own headers with those that every answer has, by lower-case name, and its body. */
export interface Written {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
}

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse): Written["body"] => {
  if (body._tag === "Uint8Array") return body.body
  return body._tag === "Raw" && typeof body.body === "string" ? body.body : null
}

/** An answer as it goes out. */
export const written = (answer: HttpServerResponse.HttpServerResponse, exchange: Exchange): Written => {
  const headers: Record<string, string> = {
    ...answer.headers,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store"
  }
  if (exchange.headers !== null) Object.assign(headers, exchange.headers)
  headers["x-request-id"] = exchange.requestId
  return { status: answer.status, headers, body: bodyOf(answer) }
}
