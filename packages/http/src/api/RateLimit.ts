import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"
import { TooManyRequests } from "./WireError.js"

/** How often in a minute one key may ask for an operation. */
export class RateLimit extends Context.Tag("@tollgate/http/PerMinute")<RateLimit, number>() {}

/** Counts a request against its key, before its body is looked at. */
export class RateLimitMiddleware extends HttpApiMiddleware.Tag<RateLimitMiddleware>()(
  "@tollgate/http/RateLimitMiddleware",
  {
    failure: TooManyRequests
  }
) {}

/**
 * Lets one key ask for an operation so often in a minute. Stands before the endpoint's key, which is asked for first: an
 * endpoint that has its key already does not compile.
 */
export const rateLimit =
  (limit: number) =>
  <Name extends string, Method extends HttpMethod, Path, UrlParams, Payload, Headers, Success, Error, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<
      Name,
      Method,
      Path,
      UrlParams,
      Payload,
      Headers,
      Success,
      Error,
      never,
      RE
    >
  ) =>
    endpoint.annotate(RateLimit, limit).middleware(RateLimitMiddleware)
