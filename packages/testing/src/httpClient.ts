import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type { Services } from "@tollgate/core"
import { TollgateApp, TollgateClient, type WebHandler, webHandler } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

/** The HTTP service over the provided stores, as a function from `Request` to `Response`, without sockets. */
export const inProcess = Effect.gen(function* () {
  const app = yield* Layer.build(TollgateApp.layer)
  return yield* Effect.provide(webHandler(), app)
})

const through = (sockets: HttpClient.HttpClient, handler: WebHandler): HttpClient.HttpClient => {
  const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))
  return HttpClient.transform(sockets, (response) => Effect.provideService(response, FetchHttpClient.Fetch, fetch))
}

/**
 * A typed client of that service.
 *
 * @param key The key that the client presents.
 */
export const httpClient: (
  key: Redacted.Redacted
) => Effect.Effect<TollgateClient.RemoteClient, never, Services | Scope.Scope> = Effect.fnUntraced(function* (key) {
  const handler = yield* inProcess
  const sockets = yield* HttpClient.HttpClient
  const server = yield* TollgateClient.connect({ url: "http://tollgate.test" }).pipe(
    Effect.provideService(HttpClient.HttpClient, through(sockets, handler))
  )
  return server.withKey(key)
}, Effect.provide(FetchHttpClient.layer))
