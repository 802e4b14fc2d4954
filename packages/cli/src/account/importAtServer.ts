import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type { NewImportedKeys } from "@tollgate/core"
import { RequestFailed, TollgateClient } from "@tollgate/http"
import * as Effect from "effect/Effect"
import { AccountRefused, AccountUnclear } from "./AccountRefused.js"
import { keyForServer, type Place } from "./Place.js"
import { serverRefused } from "./serverRefused.js"

const NO_ROUTE = [404, 405]

/** The sentence for a server that refuses an import, or does not answer. */
export const importRefused = (error: Error): Error =>
  error instanceof RequestFailed && NO_ROUTE.includes(error.status ?? 0)
    ? new AccountRefused({ why: "The server at --url imports no keys: it was started without --allow-import." })
    : serverRefused(error)

/** Imports keys with the management key in TOLLGATE_KEY, at a server. */
export const importAtServer = Effect.fnUntraced(function* (place: Place, url: string) {
  const key = yield* keyForServer(place)
  const server = yield* Effect.try({
    try: () => Effect.runSync(Effect.provide(TollgateClient.connect({ url }), FetchHttpClient.layer)),
    catch: () => new AccountUnclear({ why: "url" })
  })
  return (keys: NewImportedKeys) => server.importKeys(key, keys)
})
