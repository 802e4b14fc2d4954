import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { OperationInput } from "../api/Endpoint.js"
import type { PlainValue } from "./PlainValue.js"

type Query<A> = A extends { readonly urlParams: infer Q } ? { readonly urlParams?: Partial<PlainValue<Q>> } : unknown

/** What a caller of an operation writes: `path` and `payload` as far as it has them, and of `urlParams` what differs from the default. */
export type RequestInput<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = PlainValue<
  Omit<OperationInput<E>, "urlParams">
> &
  Query<OperationInput<E>>
