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

/** The program of an endpoint. It requires only what the endpoint provides, and fails only with what it declares. */
export type Program<E extends AnyEndpoint> = (
  request: OperationInput<E>
) => Effect.Effect<
  OperationOutput<E>,
  OperationRefusal<E>,
  Services | HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<E>>
>

/** The programs of a resource, by operation name. */
export type Programs<G extends Resource> = { readonly [N in OperationName<G>]: Program<Endpoint<G, N>> }

type RefusedBy<P> = P extends (request: never) => Effect.Effect<infer _A, infer E, infer _R> ? E : never

/** Refusals an endpoint declares and its program never raises. Decoding raises InvalidInput; every operation declares StorageFailure. */
type Idle<E extends AnyEndpoint, P> = Exclude<
  OperationRefusal<E>["_tag"],
  Extract<RefusedBy<P>, { readonly _tag: string }>["_tag"] | "InvalidInput" | "StorageFailure"
>

/** `unknown` for each endpoint that declares only what its program raises; otherwise a type that names the rest. */
export type Exact<G extends Resource, P> = {
  readonly [N in OperationName<G>]: Idle<Endpoint<G, N>, P[N & keyof P]> extends infer T
    ? [T] extends [never]
      ? unknown
      : { readonly "declares what it never raises": T }
    : never
}
