import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { TollgateClient } from "@tollgate/http/contract"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ConnectOptions, checkOptions } from "./ConnectOptions.js"

/** A server at an address. No request is sent. Throws `TypeError` if an option is unknown or invalid. */
export const connectServer = (options: ConnectOptions): TollgateClient.RemoteServer => {
  checkOptions(options)
  const { fetch, url } = options
  const ownFetch = fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, fetch)
  const client = Layer.provide(FetchHttpClient.layer, ownFetch)
  return Effect.runSync(Effect.provide(TollgateClient.connect({ url }), client))
}
