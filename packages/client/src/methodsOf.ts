import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CallOptions, Transport } from "./Transport.js"

/** The names of a path's parameters, in order. */
type Names = ReadonlyArray<string>

/** The part of a request that has the parameters of its path. */
type InPath<P extends Names> = P extends readonly [] ? object : { readonly path: { readonly [N in P[number]]: string } }

/** The values of a path's parameters, in order. */
type Values<P extends Names> = { readonly [N in keyof P]: string }

/** An operation, by the request that it takes. */
type Operation<Request, A, E, R> = (request: Request) => Effect.Effect<A, E, R>

/**
 * Makes methods of the Promise API. The parameters of a method are those of its operation's path, whose names come last here, then
 * the input and the options. Their types follow from the names and from the schema of the input.
 */
export const methodsOf = <R>({ answer, call }: Transport<R>) => {
  const inPath = (names: Names, given: ReadonlyArray<unknown>) =>
    names.length === 0 ? {} : { path: Object.fromEntries(names.map((name, index) => [name, given[index]])) }

  return {
    /** A method without input. */
    reads:
      <A, I, E, const P extends Names>(
        operation: Operation<InPath<P>, A, E, R>,
        output: Schema.Schema<A, I>,
        ...names: P
      ) =>
      (...given: readonly [...path: Values<P>, options?: CallOptions]): Promise<I> =>
        // The path has the names that the operation requires, and the options come after its values.
        answer(operation(inPath(names, given) as InPath<P>), output, given[names.length] as CallOptions | undefined),

    /** A method that takes the body of a request. */
    takes:
      <In, InI, A, I, E, const P extends Names>(
        input: Schema.Schema<In, InI>,
        operation: Operation<InPath<P> & { readonly payload: In }, A, E, R>,
        output: Schema.Schema<A, I>,
        ...names: P
      ) =>
      (...given: readonly [...path: Values<P>, input: InI, options?: CallOptions]): Promise<I> => {
        const [body, options] = given.slice(names.length) as [InI, CallOptions?]
        const path = inPath(names, given) as InPath<P>
        return call(input, body, (payload) => operation({ ...path, payload }), output, options)
      },

    /** A method that takes a page of a list, by default the first one. */
    lists:
      <In, InI extends object, A, I, E, const P extends Names>(
        input: Schema.Schema<In, InI>,
        operation: Operation<InPath<P> & { readonly urlParams: In }, A, E, R>,
        output: Schema.Schema<A, I>,
        ...names: P
      ) =>
      (...given: readonly [...path: Values<P>, page?: InI, options?: CallOptions]): Promise<I> => {
        const [page = {} as InI, options] = given.slice(names.length) as [InI?, CallOptions?]
        const path = inPath(names, given) as InPath<P>
        return call(input, page, (urlParams) => operation({ ...path, urlParams }), output, options)
      }
  }
}
