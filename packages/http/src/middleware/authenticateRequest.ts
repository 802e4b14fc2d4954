import {
  authenticate,
  authenticateGateway,
  InvalidCredential,
  isManaging,
  ManagementKeyRequired,
  type Principal,
  requireManagement,
  SecretKey
} from "@tollgate/core"
import { GatewayKeyStore, KeyStore } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { AnyKey } from "../api/AnyKey.js"
import { ManagementKey, ManagementKeyHidden } from "../api/ManagementKey.js"
import * as RequestState from "../request/RequestState.js"
import { toHttpError } from "../request/toHttpError.js"
import { CountRequest } from "./rateLimit.js"
import { readBearer } from "./readBearer.js"

/** Accepts every API key. */
const anyKey = (secret: Redacted.Redacted) =>
  Effect.zipWith(RequestState.Current, authenticate(secret), (state, caller) => {
    state.caller = caller
    return caller
  })

/** Accepts management keys. Another valid key, also a gateway key, is answered 403. */
const managementKey = (secret: Redacted.Redacted) =>
  anyKey(secret).pipe(
    // Only a text with the prefix of gateway keys causes a second look-up.
    Effect.catchTag("InvalidCredential", () =>
      Effect.flatMap(authenticateGateway(secret), () => new ManagementKeyRequired())
    ),
    Effect.flatMap(requireManagement)
  )

/** Accepts management keys. Another valid key is answered 401. */
const managementKeyHidden = (secret: Redacted.Redacted) =>
  Effect.filterOrFail(anyKey(secret), isManaging, () => new InvalidCredential())

/** Admits a caller: accepts its key, and then counts the request. */
const admit = <A extends Principal, E, R>(accepted: Effect.Effect<A, E, R | GatewayKeyStore | KeyStore>) =>
  Effect.gen(function* () {
    const services = Context.make(KeyStore, yield* KeyStore).pipe(
      Context.add(GatewayKeyStore, yield* GatewayKeyStore),
      Context.add(SecretKey.KeyPrefix, yield* SecretKey.KeyPrefix)
    )
    const count = yield* CountRequest
    return Effect.flatMap(Effect.provide(accepted, services), (caller) => Effect.as(count(caller), caller))
  })

/** The server's side of each access level. The contract declares the levels alone, so that clients need none of this. */
export const layer = Layer.mergeAll(
  Layer.effect(AnyKey, admit(Effect.flatMap(readBearer, (secret) => Effect.catchAll(anyKey(secret), toHttpError)))),
  Layer.effect(
    ManagementKey,
    admit(Effect.flatMap(readBearer, (secret) => Effect.catchAll(managementKey(secret), toHttpError)))
  ),
  Layer.effect(
    ManagementKeyHidden,
    admit(Effect.flatMap(readBearer, (secret) => Effect.catchAll(managementKeyHidden(secret), toHttpError)))
  )
)
