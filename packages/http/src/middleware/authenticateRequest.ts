import {
  authenticate,
  InvalidCredential,
  isManaging,
  ManagementKeyRequired,
  type ManagingPrincipal,
  type Principal,
  SecretKey
} from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import { AnyKey } from "../api/AnyKey.js"
import { wireErrorOf } from "../api/errorTable.js"
import { ManagementKey, ManagementKeyHidden } from "../api/ManagementKey.js"
import * as RequestState from "../request/RequestState.js"
import { toHttpError } from "../request/toHttpError.js"
import { CountRequest } from "./rateLimit.js"
import { readBearer } from "./readBearer.js"

const identify = Effect.gen(function* () {
  const state = yield* RequestState.Current
  const caller = yield* Effect.catchAll(authenticate(yield* readBearer), toHttpError)
  state.caller = caller
  return caller
})

/** Lets management keys through, and fails with the endpoint's refusal for the others. */
const refuseOrdinaryKeys =
  <Refusal>(refusal: () => Refusal) =>
  <E, R>(caller: Effect.Effect<Principal, E, R>): Effect.Effect<ManagingPrincipal, E | Refusal, R> =>
    Effect.filterOrFail(caller, isManaging, refusal)

/** Identifies the caller, decides whether its key may call, and counts the request: in this order. */
const admit = <A extends Principal, Refusal>(
  check: <E, R>(caller: Effect.Effect<Principal, E, R>) => Effect.Effect<A, E | Refusal, R>
) =>
  Effect.gen(function* () {
    const services = Context.make(KeyStore, yield* KeyStore).pipe(
      Context.add(SecretKey.KeyPrefix, yield* SecretKey.KeyPrefix)
    )
    const count = yield* CountRequest
    return Effect.tap(check(Effect.provide(identify, services)), count)
  })

/** The server's side of each access level. The contract declares the levels alone, so that clients need none of this. */
export const layer = Layer.mergeAll(
  Layer.effect(AnyKey, admit<Principal, never>(identity)),
  Layer.effect(ManagementKey, admit(refuseOrdinaryKeys(() => wireErrorOf(new ManagementKeyRequired())))),
  Layer.effect(ManagementKeyHidden, admit(refuseOrdinaryKeys(() => wireErrorOf(new InvalidCredential()))))
)
