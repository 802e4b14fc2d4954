import { authenticate, isManaging, type ManagingPrincipal, type Principal } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exchange from "../Exchange.js"
import { toWire } from "../toWire.js"
import { bearer } from "./bearer.js"

/** Who sends this request; the exchange remembers it. */
export const identify = Effect.map(KeyStore, (keys) =>
  Effect.gen(function* () {
    const exchange = yield* Exchange.Current
    const caller = yield* Effect.catchAll(authenticate(yield* bearer), toWire)
    exchange.caller = caller
    return caller
  }).pipe(Effect.provideService(KeyStore, keys))
)

/** Lets management keys through, and says to the others what the endpoint says. */
export const refuseOrdinaryKeys =
  <Refusal>(refusal: () => Refusal) =>
  <E, R>(who: Effect.Effect<Principal, E, R>): Effect.Effect<ManagingPrincipal, E | Refusal, R> =>
    Effect.filterOrFail(who, isManaging, refusal)
