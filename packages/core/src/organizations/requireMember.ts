import * as Effect from "effect/Effect"
import type { OrganizationId } from "../values/Id.js"
import type { UserId } from "../values/UserId.js"
import { UserNotInOrganization } from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Checks that a user named in a request belongs to the organization. Call it in the transaction that stores the user. A
 * user of null passes: the caller's own user applies then.
 *
 * Fails with `UserNotInOrganization`.
 */
export const requireMember = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  field: UserNotInOrganization["field"],
  user_id: UserId | null
) {
  if (user_id === null) return
  const organizations = yield* OrganizationStore
  const [member] = yield* organizations.findMembers(organizationId, [user_id])
  if (member === undefined) return yield* new UserNotInOrganization({ user_id, field })
})
