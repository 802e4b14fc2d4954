import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"
import { GuardrailId } from "./Guardrail.js"

/** UUID of a member's assignment to a guardrail. */
export const MemberAssignmentId = uuid("MemberAssignmentId")
export type MemberAssignmentId = typeof MemberAssignmentId.Type

/** Assignment of a member to a guardrail. A member has at most one guardrail in each workspace. */
export const MemberAssignment = Schema.Struct({
  id: documented(MemberAssignmentId, "Unique identifier."),
  user_id: documented(UserId, "The assigned user.", UserId.make("ada")),
  organization_id: documented(OrganizationId, "Organization of the user."),
  guardrail_id: documented(GuardrailId, "Guardrail the user is assigned to."),
  assigned_by: documented(
    Schema.NullOr(UserId),
    "User who made the assignment. Null if unknown.",
    UserId.make("grace")
  ),
  created_at: documented(Schema.DateTimeUtc, "Time of the assignment (UTC).")
}).annotations({
  identifier: "MemberAssignment",
  description: "Assignment of a member to a guardrail. A member has at most one guardrail in each workspace."
})
export interface MemberAssignment extends Schema.Schema.Type<typeof MemberAssignment> {}

/** An assignment as it is stored. */
export const MemberAssignmentRecord = Schema.Struct({ ...MemberAssignment.fields, workspace_id: WorkspaceId })
export interface MemberAssignmentRecord extends Schema.Schema.Type<typeof MemberAssignmentRecord> {}

/** Users to assign to a guardrail or to remove from it: 1 to 1,000 ids. */
export const MemberIds = Schema.Struct({
  member_user_ids: documented(
    Schema.Array(UserId).pipe(
      Schema.minItems(1),
      Schema.maxItems(1000),
      expected("a list of 1 to 1000 user ids, each text of 1 to 255 characters")
    ),
    "Ids of the users. Duplicates count once; unknown ids are ignored.",
    [UserId.make("ada")]
  )
}).annotations({ identifier: "MemberIds", description: "Users to assign or to remove.", ...strict })
export interface MemberIds extends Schema.Schema.Type<typeof MemberIds> {}

/** Result of an assignment. */
export const AssignedMembers = Schema.Struct({
  assigned_count: documented(Schema.Int, "Number of users newly assigned to the guardrail.", 1)
}).annotations({ identifier: "AssignedMembers", description: "Result of the assignment." })
export interface AssignedMembers extends Schema.Schema.Type<typeof AssignedMembers> {}

/** Result of a removal. */
export const UnassignedMembers = Schema.Struct({
  unassigned_count: documented(Schema.Int, "Number of users removed from the guardrail.", 1)
}).annotations({ identifier: "UnassignedMembers", description: "Result of the removal." })
export interface UnassignedMembers extends Schema.Schema.Type<typeof UnassignedMembers> {}
