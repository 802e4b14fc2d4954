import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Entropy from "../Entropy.js"
import type { OrganizationId, WorkspaceId } from "../Id.js"
import type { UserId } from "../Text.js"
import { type Role, WorkspaceMemberId } from "../workspaces/WorkspaceMember.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { AlreadyMember, type OrganizationMember, OrganizationMemberId } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/** Makes a user a member of the organization and, as everybody in it is, of its default workspace. */
export const joinOrganization = Effect.fnUntraced(function* (
  organization: { readonly id: OrganizationId; readonly default_workspace_id: WorkspaceId },
  user: { readonly user_id: UserId; readonly role: Role },
  created_at: DateTime.Utc
) {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const member: OrganizationMember = {
    id: OrganizationMemberId.make(yield* Entropy.uuid),
    organization_id: organization.id,
    user_id: user.user_id,
    role: user.role,
    created_at
  }
  if (!(yield* organizations.addMember(member))) return yield* new AlreadyMember({ user_id: user.user_id })
  const id = WorkspaceMemberId.make(yield* Entropy.uuid)
  const workspace_id = organization.default_workspace_id
  yield* workspaces.addMembers(organization.id, [{ id, workspace_id, ...user, created_at }])
  return member
})
