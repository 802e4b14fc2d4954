import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { MemberHasLastManagementKey } from "../organizations/OrganizationMember.js"
import { bumpVersions, lockScopes } from "../spending/admission/bumpVersions.js"
import { keyScope, organizationScope, workspaceScope } from "../spending/model/Scope.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { UserId } from "../values/UserId.js"
import { isAlive } from "./Expiry.js"
import { isFullManager } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

/**
 * Disables the enabled keys of a user who leaves the organization, and returns their number. Call it in the transaction that removes
 * the user: admissions in the places that the user has left are judged by the change.
 *
 * Fails with `MemberHasLastManagementKey`.
 */
export const disableKeysOf = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  user_id: UserId,
  places: ReadonlyArray<WorkspaceId>,
  now: DateTime.Utc
) {
  const keys = yield* KeyStore
  const guards = [
    organizationScope(organization_id),
    ...places.map((workspace_id) => workspaceScope({ organization_id, workspace_id }))
  ]
  const disable = Effect.gen(function* () {
    yield* bumpVersions(guards, now)
    const disabled = yield* keys.disableAllOf(organization_id, user_id, now)
    const lost = disabled.find((key) => isFullManager(key) && isAlive(key.expires_at, now))
    // Afterwards, since none of the keys may be the one that is left. The check locks the organization: of two that disable the last
    // keys, the second sees what the first has done.
    if (lost !== undefined && !(yield* keys.hasOtherManagementKey(organization_id, lost.hash))) {
      return yield* new MemberHasLastManagementKey({ user_id })
    }
    return disabled.length
  })
  const enabled = yield* keys.listEnabledOf(organization_id, user_id)
  // Acts on holds lock all their scopes in one order, and scopes before records.
  return yield* lockScopes([...guards, ...enabled.map(keyScope)], disable)
})
