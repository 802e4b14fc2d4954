import * as Schema from "effect/Schema"
import { Role } from "../organizations/OrganizationMember.js"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"

export const WorkspaceMemberId = uuid("WorkspaceMemberId")
export type WorkspaceMemberId = typeof WorkspaceMemberId.Type

/** A user in a workspace; the role is the one that the user has in the organization. */
export const WorkspaceMember = Schema.Struct({
  id: documented(WorkspaceMemberId, "Names the membership"),
  user_id: documented(UserId, "The user", UserId.make("ada")),
  workspace_id: documented(WorkspaceId, "The workspace, by its UUID also where it was asked for by its slug"),
  role: documented(Role, "The user's role in the organization", "member"),
  created_at: documented(Schema.DateTimeUtc, "When the user was added")
}).annotations({ identifier: "WorkspaceMember", description: "A user in a workspace." })
export interface WorkspaceMember extends Schema.Schema.Type<typeof WorkspaceMember> {}

/** A member as it is kept. */
export const WorkspaceMemberRecord = Schema.Struct({ ...WorkspaceMember.fields, organization_id: OrganizationId })
export interface WorkspaceMemberRecord extends Schema.Schema.Type<typeof WorkspaceMemberRecord> {}

/** The users to add: 1 to 100, each of the organization. */
export const NewWorkspaceMembers = Schema.Struct({
  user_ids: documented(
    Schema.Array(UserId).pipe(
      Schema.minItems(1),
      Schema.maxItems(100),
      expected("a list of 1 to 100 user ids, each text of 1 to 255 characters")
    ),
    "Users of the organization; duplicates count once, and ids of nobody not at all",
    [UserId.make("ada")]
  )
}).annotations({ identifier: "NewWorkspaceMembers", description: "The users that are meant.", ...strict })
export interface NewWorkspaceMembers extends Schema.Schema.Type<typeof NewWorkspaceMembers> {}

/** The members that were added; who was one already is not among them. */
export const AddedWorkspaceMembers = Schema.Struct({
  added_count: documented(Schema.Int, "How many users were no members before, and are now", 1),
  data: documented(Schema.Array(WorkspaceMember), "Their memberships")
}).annotations({ identifier: "AddedWorkspaceMembers", description: "What came of adding members." })
export interface AddedWorkspaceMembers extends Schema.Schema.Type<typeof AddedWorkspaceMembers> {}
