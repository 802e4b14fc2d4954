import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"
import { SpendingTooMany, TooManyRequests } from "./WireError.js"

/** Requests that one key may send to an operation in a minute, where the operation states no other number. */
export const USUAL_PER_MINUTE = 6000

/** Requests that one API key may send to an operation in a minute; null if the operation takes no API key. */
export class RateLimit extends Context.Reference<RateLimit>()("@tollgate/http/RateLimit", {
  defaultValue: (): number | null => USUAL_PER_MINUTE
}) {}

/** An organization may send this many times as many requests as one of its keys. */
export const ORGANIZATION_FACTOR = 10

/**
 * States how many requests one key may send to an operation in a minute, and lists 429 among its answers. Every other
 * operation is limited too: it answers 429 as a refusal of the protocol.
 */
export const rateLimit =
  (limit: number) =>
  <Name extends string, Method extends HttpMethod, Path, UrlParams, Payload, Headers, Success, Error, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
  ) =>
    endpoint.annotate(RateLimit, limit).addError(TooManyRequests)

/** The most requests of gateway keys that one process serves at once. */
export const MAX_IN_FLIGHT = 1024

/**
 * States that an operation takes only gateway keys, which have no limit per minute, and lists 429 among its answers: it is
 * the answer to a request beyond `MAX_IN_FLIGHT`.
 */
export const inFlightLimit = <
  Name extends string,
  Method extends HttpMethod,
  Path,
  UrlParams,
  Payload,
  Headers,
  Success,
  Error,
  R,
  RE
>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
) => endpoint.annotate(RateLimit, null).addError(SpendingTooMany)
