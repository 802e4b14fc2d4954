import {
  authorize,
  createByokCredential,
  createKey,
  GatewayCaller,
  ManagementCaller,
  markUnknown,
  NewHold,
  NewSettlement,
  settle
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { aByokCredential } from "./byok.js"
import { aKey } from "./keys.js"

/**
 * Input of `authorize`, in USD: 0.25 for one model.
 *
 * @param key The secret of the key that spends.
 * @param input Fields to set.
 *
 * @example
 * import { aHold } from "@tollgate/testing"
 * import { Redacted } from "effect"
 *
 * export const input = aHold(Redacted.make("tg_sk_…"), { amount: 5, lease_seconds: 60 })
 */
export const aHold = (key: Redacted.Redacted, input: Partial<typeof NewHold.Encoded> = {}): NewHold =>
  Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount: 0.25, models: ["acme/writer"], ...input })

/** Input of `settle`, in USD: `aSettlement({ cost: 0.125 })`. */
export const aSettlement: (input: typeof NewSettlement.Encoded) => NewSettlement = Schema.decodeSync(NewSettlement)

const holdOfNewKey = (input: Parameters<typeof aHold>[1]) =>
  Effect.gen(function* () {
    const { organizationId } = yield* ManagementCaller
    const { key } = yield* createKey(aKey({ limit: 5 }))
    const { data } = yield* Effect.provideService(authorize(aHold(key, input)), GatewayCaller, { organizationId })
    return data
  })

/** Creates an ordinary key with a limit of 5 USD in the caller's organization, and an open hold of it. Returns the hold. */
export const openHold = holdOfNewKey({})

/** The same of a hold that may use the credentials of the workspace, too. */
export const openHoldOfAny = holdOfNewKey({ credential: "any" })

/** Creates a credential of OpenAI, and an open hold that may use it. Returns the ids of both. */
export const holdWithCredential = Effect.gen(function* () {
  const credential = yield* createByokCredential(aByokCredential())
  const { id } = yield* holdOfNewKey({ credential: "any" })
  return { id, credential_id: credential.id }
})

/** A hold whose outcome is unknown. */
export const unknownHold = Effect.gen(function* () {
  const { organizationId } = yield* ManagementCaller
  const { id } = yield* openHold
  return yield* Effect.provideService(markUnknown(id), GatewayCaller, { organizationId })
})

/** An open hold that is settled. */
export const settledHold = Effect.gen(function* () {
  const { organizationId } = yield* ManagementCaller
  const { id } = yield* openHold
  const settlement = aSettlement({ cost: 0.125, credential_id: null })
  return yield* Effect.provideService(settle(id, settlement), GatewayCaller, { organizationId })
})
