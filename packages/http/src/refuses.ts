import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"
import type * as Schema from "effect/Schema"
import { isNotFound, type Tag, type WireErrorOf } from "./toWire.js"
import { BadRequest, NotFound } from "./WireError.js"

/** Ties a wire error to the refusal that it answers. It exists in the types only. */
export interface Answers<T extends Tag> {
  readonly "~refusal": T
}

/** A wire error together with the refusal that it answers. */
export type Answering<T extends Tag> = T extends Tag ? WireErrorOf<T> & Answers<T> : never

/** The refusals that wire errors answer. */
export type Answered<E> = E extends Answers<infer T> ? T : never

/** What the program behind an endpoint may refuse, by tag. */
export class Refuses extends Context.Tag("@tollgate/http/Refuses")<Refuses, ReadonlyArray<Tag>>() {}

/** The refusals of a program: those of who asks, and of storage, belong to the middleware and to the whole API. */
type Declarable = Exclude<Tag, "InvalidCredential" | "ManagementKeyRequired" | "StorageFailure">

const errorOf = (tag: Declarable) => (isNotFound(tag) ? NotFound : BadRequest)

/** Declares all that an endpoint's program may refuse. One whose program refuses anything else does not compile. */
export const refuses =
  <const Tags extends readonly [Declarable, ...ReadonlyArray<Declarable>]>(...tags: Tags) =>
  <Name extends string, Method extends HttpMethod, Path, UrlParams, Payload, Headers, Success, Error, R, RE>(
    endpoint: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path, UrlParams, Payload, Headers, Success, Error, R, RE>
  ) => {
    // What the type says beside the error is not there at run time, see `Answers`.
    const declare = (tag: Declarable) =>
      errorOf(tag) as Schema.Schema.Any as Schema.Schema<Answering<Tags[number]>, unknown>
    const first = endpoint.addError(declare(tags[0]))
    const other = tags.find((tag) => errorOf(tag) !== errorOf(tags[0]))
    return (other === undefined ? first : first.addError(declare(other))).annotate(Refuses, tags)
  }
