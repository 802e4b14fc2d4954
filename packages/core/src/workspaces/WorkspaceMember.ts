import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { Role } from "../values/Role.js"
import { UserId } from "../values/UserId.js"

/** UUID of a membership in a workspace. */
export const WorkspaceMemberId = uuid("WorkspaceMemberId")
export type WorkspaceMemberId = typeof WorkspaceMemberId.Type

/** A member of a workspace. The role is the user's role in the organization. */
export const WorkspaceMember = Schema.Struct({
  id: documented(WorkspaceMemberId, "Unique identifier."),
  user_id: documented(UserId, "Id of the user.", UserId.make("ada")),
  workspace_id: documented(WorkspaceId, "Id of the workspace."),
  role: documented(Role, "Role of the user in the organization.", "member"),
  created_at: documented(Schema.DateTimeUtc, "Time at which the user was added (UTC).")
}).annotations({ identifier: "WorkspaceMember", description: "A member of a workspace." })
export interface WorkspaceMember extends Schema.Schema.Type<typeof WorkspaceMember> {}

/** A member as it is stored. The role stands in the organization alone. */
export const WorkspaceMemberRecord = Schema.Struct({
  ...WorkspaceMember.omit("role").fields,
  organization_id: OrganizationId
})
export interface WorkspaceMemberRecord extends Schema.Schema.Type<typeof WorkspaceMemberRecord> {}

const users = Schema.Array(UserId).pipe(
  Schema.minItems(1),
  Schema.maxItems(100),
  expected("a list of 1 to 100 user ids, each text of 1 to 255 characters")
)

/** Input for adding members to a workspace: 1 to 100 users of the organization. */
export const NewWorkspaceMembers = Schema.Struct({
  user_ids: documented(users, "Ids of users of the organization. Duplicates count once; unknown ids are ignored.", [
    UserId.make("ada")
  ])
}).annotations({
  identifier: "NewWorkspaceMembers",
  description: "Input for adding members to a workspace.",
  ...strict
})
export interface NewWorkspaceMembers extends Schema.Schema.Type<typeof NewWorkspaceMembers> {}

/** Input for removing members from a workspace: 1 to 100 users. */
export const WorkspaceUsers = Schema.Struct({
  user_ids: documented(users, "Ids of the users. Duplicates count once; unknown ids are ignored.", [UserId.make("ada")])
}).annotations({
  identifier: "WorkspaceUsers",
  description: "Users to remove from a workspace.",
  ...strict
})
export interface WorkspaceUsers extends Schema.Schema.Type<typeof WorkspaceUsers> {}

/** Result of removing members. */
export const RemovedWorkspaceMembers = Schema.Struct({
  removed_count: documented(Schema.Int, "Number of users removed from the workspace.", 1)
}).annotations({ identifier: "RemovedWorkspaceMembers", description: "Result of removing members." })
export interface RemovedWorkspaceMembers extends Schema.Schema.Type<typeof RemovedWorkspaceMembers> {}

/** Result of adding members, without the users who were members before. */
export const AddedWorkspaceMembers = Schema.Struct({
  added_count: documented(Schema.Int, "Number of users newly added to the workspace.", 1),
  data: documented(Schema.Array(WorkspaceMember), "The new members.")
}).annotations({ identifier: "AddedWorkspaceMembers", description: "Result of adding members." })
export interface AddedWorkspaceMembers extends Schema.Schema.Type<typeof AddedWorkspaceMembers> {}
