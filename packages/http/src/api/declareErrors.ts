import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { errorClassOf, type RefusalTag, type WireErrorOf } from "./errorTable.js"

/** Ties a wire error to the refusal that it answers. It exists in the types only. */
export interface ForRefusal<T extends RefusalTag> {
  readonly "~refusal": T
}

/** A wire error together with the refusal that it answers. */
export type ErrorOf<T extends RefusalTag> = T extends RefusalTag ? WireErrorOf<T> & ForRefusal<T> : never

/** The refusals that wire errors answer. */
export type DeclaredRefusals<E> = E extends ForRefusal<infer T> ? T : never

/** What the program behind an endpoint may refuse, by tag. */
export class DeclaredErrors extends Context.Tag("@tollgate/http/Refuses")<
  DeclaredErrors,
  ReadonlyArray<RefusalTag>
>() {}

/** The refusals of a program: the right belongs to the middleware, and storage to the whole API. */
type Declarable = Exclude<RefusalTag, "ManagementKeyRequired" | "StorageFailure">

/** Declares all that an endpoint's program may refuse. One whose program refuses anything else does not compile. */
export const declareErrors =
  <const Tags extends readonly [Declarable, ...ReadonlyArray<Declarable>]>(...tags: Tags) =>
  <Name extends string, Method extends HttpMethod, Path, UrlParams, Payload, Headers, Success, Error, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
  ) => {
    const errors = Schema.Union(...new Set(tags.map(errorClassOf)))
    // What the type says beside the errors is not there at run time, see `ForRefusal`.
    const declared = errors as Schema.Schema.Any as Schema.Schema<ErrorOf<Tags[number]>, unknown>
    return endpoint.addError(declared).annotate(DeclaredErrors, tags)
  }
