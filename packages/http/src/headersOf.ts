import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Exchange } from "./Exchange.js"

/** An answer's own headers, and those that every answer has, by lower-case name. */
export const headersOf = (
  { headers }: HttpServerResponse.HttpServerResponse,
  exchange: Exchange
): Record<string, string> => ({
  ...headers,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  ...exchange.headers,
  "x-request-id": exchange.requestId
})
