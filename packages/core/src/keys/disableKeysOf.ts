import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { MemberHasLastManagementKey } from "../organizations/OrganizationMember.js"
import { lockScopes } from "../spending/lockScopes.js"
import { noteChanges } from "../spending/noteChanges.js"
import { keyScope, organizationScope, workspaceScope } from "../spending/scopes.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { UserId } from "../values/UserId.js"
import { KeyStore } from "./KeyStore.js"
import { requireManagementKey } from "./requireManagementKey.js"

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
  const enabled = keys.listEnabledOf(organization_id, user_id)
  const guards = [
    organizationScope(organization_id),
    ...places.map((workspace_id) => workspaceScope({ organization_id, workspace_id }))
  ]
  const disable = Effect.gen(function* () {
    const found = yield* enabled
    // Before the check of management keys locks the organization: a deletion of one of the keys has its scope first, too.
    yield* noteChanges(
      [...found.map(keyScope), ...guards].map((ref) => [{ ref }, null]),
      now
    )
    for (const key of found) {
      yield* Effect.catchTag(requireManagementKey(key, { disabled: true }, now), "LastManagementKey", () =>
        Effect.fail(new MemberHasLastManagementKey({ user_id }))
      )
      yield* keys.update(organization_id, key.hash, { disabled: true }, now)
    }
    return found.length
  })
  // Acts on holds lock all their scopes in one order, and scopes before records.
  return yield* lockScopes([...guards, ...(yield* enabled).map(keyScope)], disable)
})
