import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { isActive, isFullManager, type KeyRecord } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { LastManagementKey } from "./LastManagementKey.js"

/** The fields of a change that decide whether a management key keeps working. */
type Change = Partial<Pick<KeyRecord, "disabled" | "expires_at">>

/** Whether a change can end a key's access, now or later. */
export const endsAccess = ({ disabled, expires_at = null }: Change): boolean => disabled === true || expires_at !== null

const lossOf = (key: KeyRecord, change: Change | null, now: DateTime.Utc): LastManagementKey["change"] | null => {
  if (!isFullManager(key)) return null
  // Also for a disabled or expired key: an organization with no management key at all would look like a damaged one.
  if (change === null) return "delete"
  if (change.disabled === true) return isActive(key, now) ? "disable" : null
  return !key.disabled && key.expires_at === null && endsAccess(change) ? "expire" : null
}

/**
 * Checks that an organization keeps one enabled management key that does not expire and is not read-only. Call it with the key as it is before
 * the change, in the transaction that makes the change. A `change` of null means that the key is deleted.
 *
 * Fails with `LastManagementKey` if the change takes the last such key.
 */
export const requireManagementKey = Effect.fnUntraced(function* (
  key: KeyRecord,
  change: Change | null,
  now: DateTime.Utc
) {
  const loss = lossOf(key, change, now)
  if (loss === null) return
  const keys = yield* KeyStore
  if (yield* keys.hasOtherManagementKey(key.organization_id, key.hash)) return
  return yield* new LastManagementKey({ hash: key.hash, change: loss })
})
