import { RemoteTollgate } from "@tollgate/client"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { AccountUnclear } from "./AccountRefused.js"
import { type AnyAccount, anyAccount } from "./AnyAccount.js"
import { keyForServer, type Place } from "./Place.js"
import { serverRefused } from "./serverRefused.js"

const connect = Effect.fnUntraced(function* (place: Place, url: string) {
  const key = Redacted.value(yield* keyForServer(place))
  const server = yield* Effect.try({
    try: () => RemoteTollgate.connect({ url }),
    catch: () => new AccountUnclear({ why: "url" })
  })
  return anyAccount(server.withKey(key), server.withGatewayKey(key))
})

/** Uses the account of the key in TOLLGATE_KEY on a server. */
export const atServer = <A>(place: Place, url: string, use: (account: AnyAccount) => Effect.Effect<A, Error>) =>
  Effect.mapError(Effect.flatMap(connect(place, url), use), serverRefused)
