import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import type { Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Exchange from "./Exchange.js"
import type { Answered } from "./refuses.js"
import { TollgateApi } from "./TollgateApi.js"
import { type Refusal, type Tag, toWire } from "./toWire.js"

type Groups = typeof TollgateApi extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? Groups : never
type EndpointsOf<G extends Resource> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>
type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** The resources of the contract, by the words that name them everywhere. */
export type Resource = HttpApiGroup.HttpApiGroup.Name<Groups>

/** A resource's operations, by name. */
export type OperationName<G extends Resource> = HttpApiEndpoint.HttpApiEndpoint.Name<EndpointsOf<G>>

export type Endpoint<G extends Resource, N extends OperationName<G>> = HttpApiEndpoint.HttpApiEndpoint.WithName<
  EndpointsOf<G>,
  N
>

/** What an operation is asked with, once it is read: `path`, `urlParams` and `payload`, as far as it has them. */
export type Asked<E extends AnyEndpoint> = Omit<HttpApiEndpoint.HttpApiEndpoint.Request<E>, "request">

export type Answer<E extends AnyEndpoint> = HttpApiEndpoint.HttpApiEndpoint.Success<E>

/** What an operation may refuse: all that its endpoint declares, and the failures of storage. */
export type Refused<E extends AnyEndpoint> = Refusal<
  Answered<HttpApiEndpoint.HttpApiEndpoint.Error<E>> | "StorageFailure"
>

/** A program behind an endpoint: it requires no more than the endpoint provides, and refuses no more than it declares. */
type Program<E extends AnyEndpoint> = (
  request: Asked<E>
) => Effect.Effect<
  Answer<E>,
  Refused<E>,
  Services | HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<E>>
>

/** A resource's operations, each by its program. */
export type Programs<G extends Resource> = { readonly [N in OperationName<G>]: Program<Endpoint<G, N>> }

/** A client of every operation, in process or remote. */
export type Client<E = never, R = never> = {
  readonly [G in Resource]: {
    readonly [N in OperationName<G>]: (
      request: Asked<Endpoint<G, N>>
    ) => Effect.Effect<Answer<Endpoint<G, N>>, Refused<Endpoint<G, N>> | E, R>
  }
}

type AnyProgram = (request: unknown) => Effect.Effect<unknown, Refusal<Tag>, never>
interface AnyHandlers {
  readonly handle: (name: string, handler: AnyProgram | ((request: unknown) => unknown)) => AnyHandlers
}

const answered = Effect.tap(() => Exchange.update({ answered: true }))

/** Puts programs behind a resource's endpoints. */
export const serve = <const G extends Resource>(
  resource: G,
  programs: Programs<G>
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tollgate", G>,
  never,
  Services | HttpApiGroup.HttpApiGroup.MiddlewareWithName<Groups, G>
> => {
  const build = (handlers: AnyHandlers): AnyHandlers =>
    Object.entries<AnyProgram>(programs as never).reduce(
      (handlers, [name, program]) => handlers.handle(name, (request) => answered(toWire(program(request)))),
      handlers
    )
  // The builder's types count handlers one by one. What they would have checked, `Programs` has checked by name.
  return HttpApiBuilder.group(TollgateApi, resource, build as never) as never
}
