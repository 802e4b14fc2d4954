import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { keepStatus } from "./answerStatus.js"

// Whoever follows a redirect takes the key along, or changes what is asked. What else the host has set stays.
const followingNone = Effect.mapInputContext((context: Context.Context<never>) => {
  const given = Context.getOption(context, FetchHttpClient.RequestInit)
  return Context.add(context, FetchHttpClient.RequestInit, { ...Option.getOrUndefined(given), redirect: "manual" })
})

/**
 * A client that presents a key with every request, to the address that was given and no other, and shows it in no span,
 * whatever its host has told tracers to hide.
 */
export const withBearerKey =
  (key: Effect.Effect<Redacted.Redacted>) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    client.pipe(
      HttpClient.mapRequestEffect((request) => Effect.map(key, (key) => HttpClientRequest.bearerToken(request, key))),
      HttpClient.transformResponse(
        Effect.locallyWith(Headers.currentRedactedNames, (names) => [...names, "authorization"])
      ),
      HttpClient.transformResponse(followingNone),
      keepStatus
    )
