import { type GatewayKey, SecretKey } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { noon } from "./instant.js"

/** The record of a gateway key with a random secret, for all organizations. */
export const aGatewayKeyRecord = Effect.fnUntraced(function* (overrides: Partial<GatewayKey> = {}) {
  const secret = yield* SecretKey.mint("gateway")
  const record: GatewayKey = {
    hash: SecretKey.hash(secret),
    label: SecretKey.mask(secret),
    organization_id: null,
    created_at: noon,
    ...overrides
  }
  return record
})
