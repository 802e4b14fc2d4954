import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { keepHead } from "./answerHead.js"
import { isVisible } from "./plain/isVisible.js"

/** Whether a header can carry this key. The error of a client that cannot send it would contain the key. */
export const isToken = (key: Redacted.Redacted): boolean => isVisible(Redacted.value(key))

// Following a redirect would send the key to another address. Other options of the host are kept.
const withoutRedirects = Effect.mapInputContext((context: Context.Context<never>) => {
  const given = Context.getOption(context, FetchHttpClient.RequestInit)
  return Context.add(context, FetchHttpClient.RequestInit, { ...Option.getOrUndefined(given), redirect: "manual" })
})

/**
 * Sends a key with every request, to the given address only. The key is redacted in spans, whatever header names the host
 * has set to be redacted.
 */
export const withBearerKey =
  (key: Effect.Effect<Redacted.Redacted>) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    client.pipe(
      HttpClient.mapRequestEffect((request) => Effect.map(key, (key) => HttpClientRequest.bearerToken(request, key))),
      HttpClient.transformResponse(
        Effect.locallyWith(Headers.currentRedactedNames, (names) => [...names, "authorization"])
      ),
      HttpClient.transformResponse(withoutRedirects),
      keepHead
    )
