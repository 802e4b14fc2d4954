import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** A client that presents a key with every request, and shows it in no span, whatever its host has told tracers to hide. */
export const presenting =
  (key: Effect.Effect<Redacted.Redacted>) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    client.pipe(
      HttpClient.mapRequestEffect((request) => Effect.map(key, (key) => HttpClientRequest.bearerToken(request, key))),
      HttpClient.transformResponse(
        Effect.locallyWith(Headers.currentRedactedNames, (names) => [...names, "authorization"])
      )
    )
