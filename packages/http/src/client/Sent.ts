import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { Asked } from "../Endpoint.js"
import type { Plain } from "./Plain.js"

type Query<A> = A extends { readonly urlParams: infer Q } ? { readonly urlParams?: Partial<Plain<Q>> } : unknown

/** What a caller of an operation writes: `path` and `payload` as far as it has them, and of `urlParams` what differs from the default. */
export type Sent<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = Plain<Omit<Asked<E>, "urlParams">> & Query<Asked<E>>
