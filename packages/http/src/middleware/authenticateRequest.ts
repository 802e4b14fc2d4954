import { authenticate, isManaging, type ManagingPrincipal, type Principal, SecretKey } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as RequestState from "../request/RequestState.js"
import { toHttpError } from "../request/toHttpError.js"
import { readBearer } from "./readBearer.js"

const who = Effect.gen(function* () {
  const state = yield* RequestState.Current
  const caller = yield* Effect.catchAll(authenticate(yield* readBearer), toHttpError)
  state.caller = caller
  return caller
})

/** Who sends this request; the request state keeps it. */
export const authenticateRequest = Effect.gen(function* () {
  const needed = Context.make(KeyStore, yield* KeyStore).pipe(
    Context.add(SecretKey.KeyPrefix, yield* SecretKey.KeyPrefix)
  )
  return Effect.provide(who, needed)
})

/** Lets management keys through, and says to the others what the endpoint says. */
export const refuseOrdinaryKeys =
  <Refusal>(refusal: () => Refusal) =>
  <E, R>(who: Effect.Effect<Principal, E, R>): Effect.Effect<ManagingPrincipal, E | Refusal, R> =>
    Effect.filterOrFail(who, isManaging, refusal)
