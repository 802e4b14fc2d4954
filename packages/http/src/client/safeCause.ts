import type * as HttpClientError from "@effect/platform/HttpClientError"
import { InvalidInput } from "@tollgate/core/models"
import * as ParseResult from "effect/ParseResult"
import { copyError, sentTexts } from "./plain/copyError.js"

const textsOf = ({ body, headers }: HttpClientError.HttpClientError["request"]) =>
  sentTexts(headers, body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : null)

/**
 * What made a request fail, for `RequestFailed.cause`. The errors of the HTTP client hold the request with its key and body, and
 * a parse error holds the response, so neither is passed on: what they say is copied without these.
 */
export const safeCause = (failure: HttpClientError.HttpClientError | ParseResult.ParseError): Error | undefined => {
  if (ParseResult.isParseError(failure)) return InvalidInput.fromParseError(failure)
  const { cause, request } = failure
  return ParseResult.isParseError(cause) ? InvalidInput.fromParseError(cause) : copyError(cause, textsOf(request))
}
