import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { ownOrganization } from "../organizations/getOrganization.js"
import { requireMember } from "../organizations/requireMember.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { inPlace, inPlaceAtOnce, resolvePlace } from "../workspaces/Place.js"
import type { CreatedApiKey, NewApiKey } from "./ApiKey.js"
import { inTheFuture } from "./Expiry.js"
import { ExternalIdTaken } from "./ExternalId.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { unused } from "./KeyUsage.js"
import { mintKey } from "./mintKey.js"

/**
 * Creates a key in a workspace of the caller's organization, by default in its default workspace. The result contains the
 * secret, which cannot be read again later. Without a creator, the key belongs to the caller's user; without a limit, it gets the
 * organization's default one. A limit of null is no limit.
 *
 * Fails with `ExpiryInThePast`, `ExternalIdTaken`, `WorkspaceNotFound` or `UserNotInOrganization`.
 */
export const createKey = Effect.fnUntraced(function* (input: NewApiKey) {
  const caller = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  yield* inTheFuture(input.expires_at, now)
  const { creator_user_id, limit: stated, management: is_management, workspace_id, ...terms } = input
  const place = yield* resolvePlace(workspace_id)
  // A management key cannot spend, so it needs no limit.
  const usesDefault = stated === undefined && !is_management
  const limit = usesDefault ? (place.organization ?? (yield* ownOrganization)).default_key_limit : (stated ?? null)
  const { record, secret } = yield* mintKey({
    ...terms,
    limit,
    is_management,
    organization_id: place.organization_id,
    workspace_id: place.workspace_id,
    creator_user_id: creator_user_id ?? caller.userId,
    created_by: caller.userId
  })
  // The caller of a new management key may be removed at this moment, and the key would stay.
  const named = creator_user_id ?? (is_management && caller.kind === "management" ? caller.userId : null)
  const isMember = requireMember(caller.organizationId, "creator_user_id", named)
  yield* about({ object: record.hash, fields: { limit } })
  const insert = keys.insert(record)
  const isStored =
    named === null ? yield* inPlaceAtOnce(place, insert) : yield* inPlace(place, Effect.zipRight(isMember, insert))
  if (!isStored) return yield* new ExternalIdTaken()
  const minted: CreatedApiKey = { key: secret, data: show(record, unused) }
  return minted
}, change("keys.createKey"))
