import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import type { Services } from "@tollgate/core"
import type * as Effect from "effect/Effect"
import type {
  Endpoint,
  OperationInput,
  OperationName,
  OperationOutput,
  OperationRefusal,
  Resource
} from "./Endpoint.js"

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** A program behind an endpoint: it requires no more than the endpoint provides, and refuses no more than it declares. */
export type Program<E extends AnyEndpoint> = (
  request: OperationInput<E>
) => Effect.Effect<
  OperationOutput<E>,
  OperationRefusal<E>,
  Services | HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<E>>
>

/** A resource's operations, each by its program. */
export type Programs<G extends Resource> = { readonly [N in OperationName<G>]: Program<Endpoint<G, N>> }

type RefusedBy<P> = P extends (request: never) => Effect.Effect<infer _A, infer E, infer _R> ? E : never

/** What an endpoint declares and its program never refuses. Input is refused where it is read, too, and storage by all. */
type Idle<E extends AnyEndpoint, P> = Exclude<
  OperationRefusal<E>["_tag"],
  Extract<RefusedBy<P>, { readonly _tag: string }>["_tag"] | "InvalidInput" | "StorageFailure"
>

/** Nothing where each endpoint declares only what is refused; else what it declares in vain, by its name. */
export type Exact<G extends Resource, P> = {
  readonly [N in OperationName<G>]: Idle<Endpoint<G, N>, P[N & keyof P]> extends infer T
    ? [T] extends [never]
      ? unknown
      : { readonly "declares what it never refuses": T }
    : never
}
