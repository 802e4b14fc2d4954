import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { byUser } from "../values/byUser.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { type AddedWorkspaceMembers, type NewWorkspaceMembers, WorkspaceMemberId } from "./WorkspaceMember.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/**
 * Adds users of the organization to a workspace. Unknown users and existing members are skipped.
 *
 * Fails with `WorkspaceNotFound`.
 */
export const addWorkspaceMembers = Effect.fnUntraced(function* (id: string, { user_ids }: NewWorkspaceMembers) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const created_at = yield* DateTime.now
  // Drawn before the transaction, one for each user that may be added.
  const ids = yield* Effect.replicateEffect(Effect.map(Entropy.uuid, WorkspaceMemberId.make), user_ids.length)
  return yield* transaction.run(
    Effect.gen(function* () {
      const { id: workspace_id } = yield* requireWorkspace(id, (ref) => workspaces.find(organization_id, ref))
      yield* about({ object: workspace_id })
      const found = yield* organizations.findMembers(organization_id, user_ids)
      const roles = new Map(found.map(({ role, user_id }) => [user_id, role]))
      const joined = yield* workspaces.addMembers(
        Arr.zipWith(Arr.sort(found, byUser), ids, ({ user_id }, id) => ({
          id,
          organization_id,
          workspace_id,
          user_id,
          created_at
        }))
      )
      // After the members, whom their removal from the organization locks before scopes.
      if (joined.length > 0) {
        yield* bumpVersions([workspaceScope({ organization_id, workspace_id })], created_at)
      }
      const data = Arr.filterMap(joined, (member) =>
        Option.map(Option.fromNullable(roles.get(member.user_id)), (role) => ({ ...member, role }))
      )
      const added: AddedWorkspaceMembers = { added_count: data.length, data }
      return added
    })
  )
}, change("workspaces.addWorkspaceMembers"))
