import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { CreatorLeft } from "./CreatorLeft.js"
import type { KeyIdentity } from "./KeyRecord.js"

/**
 * Checks that the user of a key is a member of its workspace, as admissions do; of a management key, which does not spend, of the
 * organization. Call it first in the transaction of the change: until it ends, the user cannot be removed from the organization.
 *
 * Fails with `CreatorLeft`.
 */
export const requireCreator = Effect.fnUntraced(function* (key: KeyIdentity, change: CreatorLeft["change"]) {
  const { creator_user_id, hash, is_management, organization_id, workspace_id } = key
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const [member] = yield* organizations.findMembers(organization_id, [creator_user_id])
  const isMember =
    member !== undefined &&
    (is_management || Option.isSome(yield* workspaces.findMember(organization_id, workspace_id, creator_user_id)))
  if (!isMember) return yield* new CreatorLeft({ hash, change })
})
