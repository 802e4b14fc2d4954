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

/** A member as it is stored. */
export const WorkspaceMemberRecord = Schema.Struct({ ...WorkspaceMember.fields, organization_id: OrganizationId })
export interface WorkspaceMemberRecord extends Schema.Schema.Type<typeof WorkspaceMemberRecord> {}

/** Input for adding members to a workspace: 1 to 100 users of the organization. */
export const NewWorkspaceMembers = Schema.Struct({
  user_ids: documented(
    Schema.Array(UserId).pipe(
      Schema.minItems(1),
      Schema.maxItems(100),
      expected("a list of 1 to 100 user ids, each text of 1 to 255 characters")
    ),
    "Ids of users of the organization. Duplicates count once; unknown ids are ignored.",
    [UserId.make("ada")]
  )
}).annotations({
  identifier: "NewWorkspaceMembers",
  description: "Input for adding members to a workspace.",
  ...strict
})
export interface NewWorkspaceMembers extends Schema.Schema.Type<typeof NewWorkspaceMembers> {}

/** Result of adding members, without the users who were members before. */
export const AddedWorkspaceMembers = Schema.Struct({
  added_count: documented(Schema.Int, "Number of users newly added to the workspace.", 1),
  data: documented(Schema.Array(WorkspaceMember), "The new members.")
}).annotations({ identifier: "AddedWorkspaceMembers", description: "Result of adding members." })
export interface AddedWorkspaceMembers extends Schema.Schema.Type<typeof AddedWorkspaceMembers> {}
