import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { Entropy } from "../Entropy.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { span } from "../span.js"
import { Transaction } from "../Transaction.js"
import { ownWorkspace } from "./ownWorkspace.js"
import { type AddedMembers, type AddMembers, WorkspaceMemberId } from "./WorkspaceMember.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Adds users of the organization to a workspace. Ids of nobody, and of members already, are skipped. */
export const addWorkspaceMembers = Effect.fnUntraced(function* (id: string, { user_ids }: AddMembers) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const created_at = yield* DateTime.now
  return yield* transaction.run(
    Effect.gen(function* () {
      const workspace = yield* ownWorkspace(id, (ref) => workspaces.find(organization_id, ref))
      const users = yield* organizations.findMembers(organization_id, user_ids)
      const members = yield* Effect.forEach(users, ({ role, user_id }) =>
        Effect.map(Entropy.uuid, (id) => ({
          id: WorkspaceMemberId.make(id),
          organization_id,
          workspace_id: workspace.id,
          user_id,
          role,
          created_at
        }))
      )
      const data = yield* workspaces.addMembers(members)
      const added: AddedMembers = { added_count: data.length, data }
      return added
    })
  )
}, span("workspaces.addWorkspaceMembers"))
