import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { TollgateApi } from "./TollgateApi.js"

/** A client of every operation, typed by the same contract; it presents the key with every request. */
export const make = (options: { readonly baseUrl: string; readonly key: Redacted.Redacted }) =>
  HttpApiClient.make(TollgateApi, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(options.key))
  })

/** What `make` makes. */
export type TollgateClient = Effect.Effect.Success<ReturnType<typeof make>>
