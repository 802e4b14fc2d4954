import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { errorClassOf, type RefusalTag, type WireErrorOf } from "./errorTable.js"

/** Ties an error response to its refusal. It exists only in the types. */
export interface ForRefusal<T extends RefusalTag> {
  readonly "~refusal": T
}

/** An error response with its refusal. */
export type ErrorOf<T extends RefusalTag> = T extends RefusalTag ? WireErrorOf<T> & ForRefusal<T> : never

/** The refusals of error responses. */
export type DeclaredRefusals<E> = E extends ForRefusal<infer T> ? T : never

/** The tags of the refusals that an endpoint declares. */
export class DeclaredErrors extends Context.Tag("@tollgate/http/Refuses")<
  DeclaredErrors,
  ReadonlyArray<RefusalTag>
>() {}

/** The middleware declares the refusals of keys of another kind and of read-only ones, and the whole API declares StorageFailure. */
type Declarable = Exclude<
  RefusalTag,
  "ApiKeyRequired" | "GatewayKeyRequired" | "ManagementKeyRequired" | "ReadOnlyKey" | "StorageFailure"
>

/** Declares the refusals of an endpoint's program. A program with any other refusal does not compile. */
export const declareErrors =
  <const Tags extends readonly [Declarable, ...ReadonlyArray<Declarable>]>(...tags: Tags) =>
  <Name extends string, Method extends HttpMethod, Path, UrlParams, Payload, Headers, Success, Error, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
  ) => {
    const errors = Schema.Union(...new Set(tags.map(errorClassOf)))
    // `ForRefusal` exists only in the types.
    const declared = errors as Schema.Schema.Any as Schema.Schema<ErrorOf<Tags[number]>, unknown>
    return endpoint.addError(declared).annotate(DeclaredErrors, tags)
  }
