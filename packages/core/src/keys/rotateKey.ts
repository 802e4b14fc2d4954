import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { aside } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import * as SecretKey from "../values/SecretKey.js"
import type { CreatedApiKey } from "./ApiKey.js"
import { show } from "./KeyRecord.js"
import type { KeyRotation } from "./KeyRotation.js"
import { KeyStore } from "./KeyStore.js"
import { usageOf } from "./readUsage.js"
import { requireCreator } from "./requireCreator.js"
import { requireKey } from "./requireKey.js"

/**
 * Gives a key a new secret. Its hash, limits, counters, assignments and holds stay. The old secret works for the grace, but never
 * longer than the key; secrets that an earlier rotation has replaced keep their own end. The result contains the new secret,
 * which cannot be read again later.
 *
 * Fails with `KeyNotFound`, or with `CreatorLeft` if the user of the key is not a member of its workspace.
 */
export const rotateKey = Effect.fnUntraced(function* (hash: string, { grace_seconds }: KeyRotation) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const { run } = yield* Transaction
  const key = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
  // Before the change: a read that fails after it would say that nothing was changed.
  const usage = yield* aside(usageOf(key, now))
  const secret = yield* SecretKey.mint(key.is_management ? "management" : "ordinary")
  const graceEnds = DateTime.add(now, { seconds: grace_seconds })
  const next = {
    secret: SecretKey.hash(secret),
    label: SecretKey.mask(secret),
    until: key.expires_at === null ? graceEnds : DateTime.min(graceEnds, key.expires_at)
  }
  const rotate = requireKey(hash, (hash) => keys.rotate(organizationId, hash, next, now))
  const rotated = yield* run(Effect.zipRight(requireCreator(key, "rotate"), rotate))
  const minted: CreatedApiKey = { key: secret, data: show(rotated, usage) }
  return minted
}, change("keys.rotateKey"))
