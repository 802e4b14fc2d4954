import * as Effect from "effect/Effect"
import { requireOwned } from "../access/requireOwned.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import type { Deleted } from "../values/Deleted.js"
import { KeyHash } from "../values/KeyHash.js"
import { GatewayKeyNotFound } from "./GatewayKey.js"
import { GatewayKeyStore } from "./GatewayKeyStore.js"

const requireGatewayKey = requireOwned(KeyHash, (hash) => GatewayKeyNotFound.of(hash))

/**
 * Deletes a gateway key. The next request with it is refused; its holds stay. The host calls it without a caller: use it only in
 * trusted code.
 *
 * Fails with `GatewayKeyNotFound`.
 */
export const deleteGatewayKey = Effect.fnUntraced(function* (hash: string) {
  const keys = yield* GatewayKeyStore
  // Before the deletion, with which the audit entry is stored: it says whose key it is.
  const { organization_id } = yield* requireGatewayKey(hash, keys.find)
  yield* about({ organization_id: organization_id ?? "" })
  yield* requireGatewayKey(hash, keys.delete)
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("gatewayKeys.deleteGatewayKey"))
