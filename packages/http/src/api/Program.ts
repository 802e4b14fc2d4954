import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import type { Services } from "@tollgate/core"
import type * as Effect from "effect/Effect"
import type { EndpointByName, OperationInput, OperationNames, OperationOutput, OperationRefusal } from "./Endpoint.js"

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

type Part<Input, Name extends string> = Input extends { readonly [N in Name]: infer Value } ? [Value] : []

/** The parameters of paths with several, in the order in which paths and programs have them. */
type PathNames = ["id", "author", "slug", "interval", "credential_id", "delivery_id", "version"]

type InOrder<Path, Names extends ReadonlyArray<string> = PathNames> = Names extends [
  infer Name extends string,
  ...infer Rest extends ReadonlyArray<string>
]
  ? [...Part<Path, Name>, ...InOrder<Path, Rest>]
  : []

/** The parameters of a path. One alone may have any name. */
type Segments<Path, Name extends keyof Path = keyof Path> = Name extends unknown
  ? [keyof Path] extends [Name]
    ? [Path[Name]]
    : InOrder<Path>
  : never

/** The parameters of a program: the path's parameters, then the body or the query, as far as the endpoint has them. */
type Parameters<Input> = [
  ...(Input extends { readonly path: infer Path } ? Segments<Path> : []),
  ...Part<Input, "payload">,
  ...Part<Input, "urlParams">
]

/** The program of an endpoint. It requires only what the endpoint provides, and fails only with what it declares. */
export type Program<E extends AnyEndpoint> = (
  ...parameters: Parameters<OperationInput<E>>
) => Effect.Effect<
  OperationOutput<E>,
  OperationRefusal<E>,
  Services | HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<E>>
>

/** The program of each operation, by the operation's name. */
export type Programs = { readonly [N in OperationNames]: Program<EndpointByName<N>> }

type RefusedBy<P> = P extends (...parameters: never) => Effect.Effect<infer _A, infer E, infer _R> ? E : never

/** Refusals an endpoint declares and its program never raises. Decoding raises InvalidInput; every operation declares StorageFailure. */
type Idle<E extends AnyEndpoint, P> = Exclude<
  OperationRefusal<E>["_tag"],
  Extract<RefusedBy<P>, { readonly _tag: string }>["_tag"] | "InvalidInput" | "StorageFailure"
>

/** `unknown` for each operation that declares only what its program raises; otherwise a type that names the rest. */
export type Exact<P> = {
  readonly [N in OperationNames & keyof P]: Idle<EndpointByName<N>, P[N]> extends infer T
    ? [T] extends [never]
      ? unknown
      : { readonly "declares what it never raises": T }
    : never
}
