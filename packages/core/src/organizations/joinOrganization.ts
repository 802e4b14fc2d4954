import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Entropy } from "../runtime/Entropy.js"
import { WorkspaceMemberId } from "../workspaces/WorkspaceMember.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import type { Organization } from "./Organization.js"
import {
  AlreadyMember,
  type NewOrganizationMember,
  type OrganizationMember,
  OrganizationMemberId
} from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Prepares adding a user to an organization and to its default workspace. Draws the ids, and returns the store operations, to
 * be run in a transaction. They fail with `AlreadyMember`.
 */
export const joinOrganization = Effect.fnUntraced(function* (
  { role, user_id }: NewOrganizationMember,
  created_at: DateTime.Utc
) {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const memberId = OrganizationMemberId.make(yield* Entropy.uuid)
  const workspaceMemberId = WorkspaceMemberId.make(yield* Entropy.uuid)
  return Effect.fnUntraced(function* ({ default_workspace_id: workspace_id, id: organization_id }: Organization) {
    const member: OrganizationMember = { id: memberId, user_id, role, created_at }
    if (!(yield* organizations.addMember({ ...member, organization_id }))) return yield* new AlreadyMember({ user_id })
    yield* workspaces.addMembers([{ id: workspaceMemberId, organization_id, workspace_id, user_id, created_at }])
    return member
  })
})
