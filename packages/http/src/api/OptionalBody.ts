import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"

/** Whether a request may leave out its body, because each of its fields is optional. No body is read as `{}`. */
export class OptionalBody extends Context.Reference<OptionalBody>()("@tollgate/http/OptionalBody", {
  defaultValue: () => false
}) {}

/** States that a request may leave out its body. */
export const optionalBody = <
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
) => endpoint.annotate(OptionalBody, true)
