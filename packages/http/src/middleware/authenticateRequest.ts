import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import {
  ApiKeyRequired,
  authenticate,
  authenticateGateway,
  type Gateway,
  GatewayKeyRequired,
  InvalidCredential,
  isManaging,
  ManagementKeyRequired,
  type ManagingPrincipal,
  type Principal,
  ReadOnlyKey
} from "@tollgate/core"
import type { GatewayKeyStore, KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Admitting } from "../api/Access.js"
import type { Refusal, RefusalTag } from "../api/errorTable.js"
import type { Operation } from "../api/Operation.js"
import * as RequestState from "../request/RequestState.js"
import { toHttpError } from "../request/toHttpError.js"
import * as inFlight from "./inFlight.js"
import * as rateLimit from "./rateLimit.js"
import { readBearer } from "./readBearer.js"

/** Accepts every API key. */
const anyKey = (secret: Redacted.Redacted) =>
  Effect.zipWith(RequestState.Current, authenticate(secret), (state, caller) => {
    state.caller = caller
    return caller
  })

/** Accepts every gateway key. */
const anyGatewayKey = (secret: Redacted.Redacted) =>
  Effect.zipWith(RequestState.Current, authenticateGateway(secret), (state, gateway) => {
    state.caller = { ...gateway, userId: null }
    return gateway
  })

/** Refuses the holder of a gateway key, whose request is counted, and every other text as an invalid key. */
const notGateway =
  <E>(secret: Redacted.Redacted, { refused }: rateLimit.CountRequest, refusal: () => E) =>
  () =>
    // Only a text with the prefix of gateway keys causes a second look-up.
    Effect.flatMap(anyGatewayKey(secret), (gateway) => Effect.zipRight(refused(gateway), Effect.fail(refusal())))

/** Accepts every API key. A gateway key is counted and answered 403. */
const anyApiKey = (secret: Redacted.Redacted, count: rateLimit.CountRequest) =>
  Effect.catchTag(
    anyKey(secret),
    "InvalidCredential",
    notGateway(secret, count, () => new ApiKeyRequired())
  )

/** Accepts every key, each counted in its own way. */
const anyOrGatewayKey = (secret: Redacted.Redacted, count: rateLimit.CountRequest, enter: inFlight.EnterFlight) =>
  anyGatewayKey(secret).pipe(
    Effect.zipRight(enter),
    Effect.catchTag("InvalidCredential", () => Effect.flatMap(anyKey(secret), count.accepted))
  )

/** Judges a manager by whether the operation changes something. A request of a read-only key is counted before it is refused. */
type JudgeManager = (caller: ManagingPrincipal) => Effect.Effect<ManagingPrincipal, ReadOnlyKey>

const changing =
  ({ refused }: rateLimit.CountRequest): JudgeManager =>
  (caller) =>
    caller.isReadOnly ? Effect.zipRight(refused(caller), new ReadOnlyKey()) : Effect.succeed(caller)

/** Counts a request of an ordinary key before it is refused. */
const managing = (caller: Principal, { refused }: rateLimit.CountRequest) =>
  isManaging(caller) ? Effect.succeed(caller) : Effect.zipRight(refused(caller), new ManagementKeyRequired())

/** Accepts management keys. Another valid key, also a gateway key, is counted and answered 403. */
const managementKey = (secret: Redacted.Redacted, count: rateLimit.CountRequest, judge: JudgeManager) =>
  anyKey(secret).pipe(
    Effect.catchTag(
      "InvalidCredential",
      notGateway(secret, count, () => new ManagementKeyRequired())
    ),
    Effect.flatMap((caller) => managing(caller, count)),
    Effect.flatMap(judge)
  )

/** Accepts management keys. Another valid key is answered 401. */
const managementKeyHidden = (secret: Redacted.Redacted, judge: JudgeManager) =>
  Effect.flatMap(
    Effect.filterOrFail(anyKey(secret), isManaging, () => new InvalidCredential()),
    judge
  )

/** Accepts gateway keys. A valid API key is counted and answered 403. */
const gatewayKey = (secret: Redacted.Redacted, count: rateLimit.CountRequest) =>
  // Only a text with another prefix causes a second look-up.
  Effect.catchTag(anyGatewayKey(secret), "InvalidCredential", () =>
    Effect.flatMap(anyKey(secret), (caller) => Effect.zipRight(count.refused(caller), new GatewayKeyRequired()))
  )

/** Accepts gateway keys and management keys, each counted in its own way. */
const gatewayOrManagementKey = (
  secret: Redacted.Redacted,
  count: rateLimit.CountRequest,
  enter: inFlight.EnterFlight,
  judge: JudgeManager
) => {
  const asManager = anyKey(secret).pipe(
    Effect.flatMap((caller) => managing(caller, count)),
    Effect.flatMap(judge),
    Effect.flatMap((caller): Effect.Effect<Gateway | ManagingPrincipal> => Effect.as(count.accepted(caller), caller))
  )
  const asGateway = Effect.map(
    Effect.zipLeft(anyGatewayKey(secret), enter),
    (gateway): Gateway | ManagingPrincipal => gateway
  )
  return Effect.catchTag(asGateway, "InvalidCredential", () => asManager)
}

/** Makes the check of an operation, by its access level. The contract only declares the levels, so that clients need none of this. */
export const make = Effect.gen(function* () {
  const count = yield* rateLimit.make
  const enter = yield* inFlight.make
  /** Lets in the keys that are accepted. */
  const admit = <A, E extends Refusal<RefusalTag>>(
    accept: (secret: Redacted.Redacted) => Effect.Effect<A, E, GatewayKeyStore | KeyStore>
  ) => Effect.flatMap(readBearer, (secret) => Effect.catchAll(accept(secret), toHttpError))
  const admitting = (judge: JudgeManager): Admitting<GatewayKeyStore | HttpServerRequest | KeyStore> => ({
    "any key, else 401": admit((secret) => Effect.tap(anyKey(secret), count.accepted)),
    "any key, else 403": admit((secret) => Effect.tap(anyApiKey(secret, count), count.accepted)),
    "any or gateway key": admit((secret) => anyOrGatewayKey(secret, count, enter)),
    "management, else 403": admit((secret) => Effect.tap(managementKey(secret, count, judge), count.accepted)),
    "management, else 401": admit((secret) => Effect.tap(managementKeyHidden(secret, judge), count.accepted)),
    "gateway, else 403": admit((secret) => Effect.zipLeft(gatewayKey(secret, count), enter)),
    "gateway or management, else 403": admit((secret) => gatewayOrManagementKey(secret, count, enter, judge))
  })
  const [reading, writing] = [admitting(Effect.succeed), admitting(changing(count))]
  return ({ access, changes }: Pick<Operation, "access" | "changes">) => (changes ? writing : reading)[access]
})
