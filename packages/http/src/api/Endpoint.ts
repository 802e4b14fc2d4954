import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import type { LedgerCaller, ManagementCaller } from "@tollgate/core/models"
import type { DeclaredRefusals } from "./declareErrors.js"
import type { Refusal } from "./errorTable.js"
import type { TollgateApi } from "./TollgateApi.js"

/** The groups of the contract. */
export type Groups =
  typeof TollgateApi extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? Groups : never

type EndpointsOf<G extends Resource> = HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, G>
type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** The names of the contract's resources. */
export type Resource = HttpApiGroup.HttpApiGroup.Name<Groups>

/** The names of a resource's operations. */
export type OperationName<G extends Resource> = HttpApiEndpoint.HttpApiEndpoint.Name<EndpointsOf<G>>

type AllEndpoints = HttpApiGroup.HttpApiGroup.Endpoints<Groups>

/** The names of all operations. No two resources have an operation of the same name. */
export type OperationNames = HttpApiEndpoint.HttpApiEndpoint.Name<AllEndpoints>

/** The endpoint of an operation, by its name alone. */
export type EndpointByName<N extends OperationNames> = HttpApiEndpoint.HttpApiEndpoint.WithName<AllEndpoints, N>

/** The endpoint of an operation. */
export type Endpoint<G extends Resource, N extends OperationName<G>> = HttpApiEndpoint.HttpApiEndpoint.WithName<
  EndpointsOf<G>,
  N
>

/** The decoded input of an operation: `path`, `urlParams` and `payload`, as far as it has them. */
export type OperationInput<E extends AnyEndpoint> = Omit<HttpApiEndpoint.HttpApiEndpoint.Request<E>, "request">

/** The output of an operation. */
export type OperationOutput<E extends AnyEndpoint> = HttpApiEndpoint.HttpApiEndpoint.Success<E>

type MethodOf<E> = E extends { readonly method: infer Method } ? Method : never

/** What managers are, among the callers that an endpoint provides. */
type Managers<E extends AnyEndpoint> = Extract<
  HttpApiMiddleware.HttpApiMiddleware.ExtractProvides<HttpApiEndpoint.HttpApiEndpoint.Context<E>>,
  LedgerCaller | ManagementCaller
>

/**
 * `ReadOnlyKey` for an operation that managers may call and that changes something: no other method than GET. Its program must refuse
 * read-only keys, as `change` does.
 */
type ReadOnlyRefusal<E extends AnyEndpoint> =
  MethodOf<E> extends "GET" ? never : [Managers<E>] extends [never] ? never : "ReadOnlyKey"

/** The refusals of an operation: those its endpoint declares, `StorageFailure`, and that of read-only keys if it changes something. */
export type OperationRefusal<E extends AnyEndpoint> = Refusal<
  DeclaredRefusals<HttpApiEndpoint.HttpApiEndpoint.Error<E>> | ReadOnlyRefusal<E> | "StorageFailure"
>
