import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import type { Effect, Redacted } from "effect"
import { TollgateApi } from "./TollgateApi.js"

/** A client of the eight operations, typed by the same contract; it presents the key with every request. */
export const make = (options: { readonly baseUrl: string; readonly key: Redacted.Redacted }) =>
  HttpApiClient.make(TollgateApi, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(options.key))
  })

/** What `make` makes. */
export type TollgateClient = Effect.Effect.Success<ReturnType<typeof make>>
