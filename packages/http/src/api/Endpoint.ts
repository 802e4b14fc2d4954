import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { DeclaredRefusals } from "./declareErrors.js"
import type { Refusal } from "./errorTable.js"
import type { TollgateApi } from "./TollgateApi.js"

/** The groups of the contract. */
export type Groups =
  typeof TollgateApi extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? Groups : never

type EndpointsOf<G extends Resource> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>
type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** The resources of the contract, by the words that name them everywhere. */
export type Resource = HttpApiGroup.HttpApiGroup.Name<Groups>

/** A resource's operations, by name. */
export type OperationName<G extends Resource> = HttpApiEndpoint.HttpApiEndpoint.Name<EndpointsOf<G>>

/** An operation as the contract has it. */
export type Endpoint<G extends Resource, N extends OperationName<G>> = HttpApiEndpoint.HttpApiEndpoint.WithName<
  EndpointsOf<G>,
  N
>

/** What an operation is asked with, once it is read: `path`, `urlParams` and `payload`, as far as it has them. */
export type OperationInput<E extends AnyEndpoint> = Omit<HttpApiEndpoint.HttpApiEndpoint.Request<E>, "request">

/** What an operation answers with. */
export type OperationOutput<E extends AnyEndpoint> = HttpApiEndpoint.HttpApiEndpoint.Success<E>

/** What an operation may refuse: all that its endpoint declares, and the failures of storage. */
export type OperationRefusal<E extends AnyEndpoint> = Refusal<
  DeclaredRefusals<HttpApiEndpoint.HttpApiEndpoint.Error<E>> | "StorageFailure"
>
