import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Gateway } from "../access/GatewayCaller.js"
import { InvalidCredential } from "../keys/InvalidCredential.js"
import { withSpan } from "../runtime/withSpan.js"
import type { KeyHash } from "../values/KeyHash.js"
import * as SecretKey from "../values/SecretKey.js"
import { GatewayKeyStore } from "./GatewayKeyStore.js"

/** The holder of a gateway key. */
export interface GatewayHolder extends Gateway {
  readonly keyHash: KeyHash
}

/**
 * Authenticates a caller by a gateway key: one look-up by the primary key, or none if the text cannot be a gateway key of this
 * service.
 *
 * Fails with `InvalidCredential` if there is no such gateway key, and for every API key.
 *
 * @example
 * import { authenticateGateway, GatewayCaller } from "@tollgate/core"
 * import { Effect, Layer, Redacted } from "effect"
 *
 * export const gateway = (key: string) => Layer.effect(GatewayCaller, authenticateGateway(Redacted.make(key)))
 */
export const authenticateGateway = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const kind = SecretKey.parse(yield* SecretKey.KeyPrefix, secret)
  if (!Option.contains(kind, "gateway")) return yield* new InvalidCredential()
  const keys = yield* GatewayKeyStore
  const found = yield* keys.find(SecretKey.hash(secret))
  if (Option.isNone(found)) return yield* new InvalidCredential()
  const holder: GatewayHolder = { organizationId: found.value.organization_id, keyHash: found.value.hash }
  return holder
}, withSpan("gatewayKeys.authenticateGateway"))
