import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Entropy } from "../Entropy.js"
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

/** Makes a user a member of the organization and, as everybody in it is, of its default workspace. */
export const joinOrganization = Effect.fnUntraced(function* (
  { default_workspace_id: workspace_id, id: organization_id }: Organization,
  { role, user_id }: NewOrganizationMember,
  created_at: DateTime.Utc
) {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const membership = { organization_id, user_id, role, created_at }
  const member: OrganizationMember = { id: OrganizationMemberId.make(yield* Entropy.uuid), ...membership }
  if (!(yield* organizations.addMember(member))) return yield* new AlreadyMember({ user_id })
  yield* workspaces.addMembers([{ id: WorkspaceMemberId.make(yield* Entropy.uuid), workspace_id, ...membership }])
  return member
})
