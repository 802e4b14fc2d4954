import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { manager } from "../Caller.js"
import * as Entropy from "../Entropy.js"
import { expected, strict } from "../Input.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { UserId } from "../Text.js"
import { Transaction } from "../Transaction.js"
import { WorkspaceNotFound } from "./Workspace.js"
import { WorkspaceMemberId } from "./WorkspaceMember.js"
import { WorkspaceStore } from "./WorkspaceStore.js"
import { workspaceRef } from "./workspaceRef.js"

/** The users to add: 1 to 100, each of the organization. */
export const AddMembers = Schema.Struct({
  user_ids: Schema.Array(UserId).pipe(Schema.minItems(1), Schema.maxItems(100), expected("a list of 1 to 100 user ids"))
}).annotations({ identifier: "AddMembers", ...strict })
export type AddMembers = typeof AddMembers.Type

/** Adds users of the organization to a workspace. Ids of nobody, and of members already, are skipped. */
export const addWorkspaceMembers = Effect.fn("workspaces.addWorkspaceMembers")(function* (
  name: string,
  input: AddMembers
) {
  const { organizationId } = yield* manager
  const reference = yield* workspaceRef(name)
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  return yield* run(
    Effect.gen(function* () {
      const workspace = yield* Effect.flatMap(
        workspaces.find(organizationId, reference),
        Effect.mapError(() => new WorkspaceNotFound())
      )
      const users = yield* organizations.findMembers(organizationId, input.user_ids)
      const created_at = yield* DateTime.now
      const members = yield* Effect.forEach(users, ({ role, user_id }) =>
        Effect.map(Entropy.uuid, (id) => ({
          id: WorkspaceMemberId.make(id),
          user_id,
          workspace_id: workspace.id,
          role,
          created_at
        }))
      )
      const added = yield* workspaces.addMembers(organizationId, members)
      return { added_count: added.length, data: added }
    })
  )
})
