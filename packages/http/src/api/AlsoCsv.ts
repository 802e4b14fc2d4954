import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"

/** The CSV of an answer, by its output and its query. */
type Write = (output: never, query: never) => string

/** How an answer is written for `Accept: text/csv`; null if it is JSON always. */
export class AlsoCsv extends Context.Reference<AlsoCsv>()("@tollgate/http/AlsoCsv", {
  defaultValue: (): Write | null => null
}) {}

/** States that an operation answers CSV to a request that prefers it. */
export const alsoCsv =
  <Success, UrlParams>(write: (output: Success, query: UrlParams) => string) =>
  <Name extends string, Method extends HttpMethod, Path, Payload, Headers, Error, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
  ) =>
    endpoint.annotate(AlsoCsv, write)
