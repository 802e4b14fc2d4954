import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { ownOrganization } from "../organizations/getOrganization.js"
import { requireMember } from "../organizations/requireMember.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { inPlace, inPlaceAtOnce, resolvePlace } from "../workspaces/Place.js"
import type { CreatedApiKey, NewApiKey } from "./ApiKey.js"
import { inTheFuture } from "./Expiry.js"
import { ExternalIdTaken } from "./ExternalId.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { unused } from "./KeyUsage.js"
import { mintKey } from "./mintKey.js"

/** An ordinary key manages nothing that it could be kept from. */
const readOnlyWithoutManagement = {
  path: ["read_only"],
  expected: "false, or true together with management: true"
}

/**
 * Creates a key in a workspace of the caller's organization, by default in its default workspace. The result contains the
 * secret, which cannot be read again later. Without a creator, the key belongs to the caller's user; without a limit, it gets the
 * organization's default one. A limit of null is no limit. A management key with `read_only` may change nothing, for its whole life.
 *
 * Fails with `InvalidInput` if an ordinary key were read-only, `ExpiryInThePast`, `ExternalIdTaken`, `WorkspaceNotFound` or `UserNotInOrganization`.
 */
export const createKey = Effect.fnUntraced(function* (input: NewApiKey) {
  const caller = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  yield* inTheFuture(input.expires_at, now)
  const { creator_user_id, limit: stated, management, read_only, workspace_id, ...terms } = input
  const [is_management, is_read_only] = [management, read_only]
  if (is_read_only && !is_management) return yield* new InvalidInput({ issues: [readOnlyWithoutManagement] })
  const place = yield* resolvePlace(workspace_id)
  // A management key cannot spend, so it needs no limit.
  const usesDefault = stated === undefined && !is_management
  const limit = usesDefault ? (place.organization ?? (yield* ownOrganization)).default_key_limit : (stated ?? null)
  const { record, secret } = yield* mintKey({
    ...terms,
    limit,
    is_management,
    is_read_only,
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
