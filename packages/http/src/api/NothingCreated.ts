import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"

/** Whether a creation has created nothing, by its output and its input. */
type When = (output: never, input: never) => boolean

/** When an operation that creates something answers 200 instead of 201; null if it always creates. */
export class NothingCreated extends Context.Reference<NothingCreated>()("@tollgate/http/NothingCreated", {
  defaultValue: (): When | null => null
}) {}

/** States when an operation answers 200 with the same form of body, because nothing was created. */
export const nothingCreated =
  <Success, Payload>(when: (output: Success, input: Payload) => boolean) =>
  <Name extends string, Method extends HttpMethod, Path, UrlParams, Headers, Error, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
  ) =>
    endpoint.annotate(NothingCreated, when)
