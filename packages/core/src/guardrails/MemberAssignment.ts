import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"
import { GuardrailId } from "./Guardrail.js"

export const MemberAssignmentId = uuid("MemberAssignmentId")
export type MemberAssignmentId = typeof MemberAssignmentId.Type

/** A member under a guardrail; at most one guardrail in a workspace. */
export const MemberAssignment = Schema.Struct({
  id: documented(MemberAssignmentId, "Names the assignment"),
  user_id: documented(UserId, "The member", UserId.make("ada")),
  organization_id: documented(OrganizationId, "The member's organization"),
  guardrail_id: documented(GuardrailId, "The guardrail that the member is under"),
  assigned_by: documented(
    Schema.NullOr(UserId),
    "The user in whose name it was done; null where none is known",
    UserId.make("grace")
  ),
  created_at: documented(Schema.DateTimeUtc, "When the member was assigned")
}).annotations({
  identifier: "MemberAssignment",
  description: "A member under a guardrail; at most one guardrail in a workspace."
})
export interface MemberAssignment extends Schema.Schema.Type<typeof MemberAssignment> {}

/** An assignment as it is kept. */
export const MemberAssignmentRecord = Schema.Struct({ ...MemberAssignment.fields, workspace_id: WorkspaceId })
export interface MemberAssignmentRecord extends Schema.Schema.Type<typeof MemberAssignmentRecord> {}

/** The members to assign or to remove: 1 to 1,000 user ids. */
export const MemberIds = Schema.Struct({
  member_user_ids: documented(
    Schema.Array(UserId).pipe(
      Schema.minItems(1),
      Schema.maxItems(1000),
      expected("a list of 1 to 1000 user ids, each text of 1 to 255 characters")
    ),
    "User ids; duplicates count once, and ids of nobody not at all",
    [UserId.make("ada")]
  )
}).annotations({ identifier: "MemberIds", description: "The members that are meant.", ...strict })
export interface MemberIds extends Schema.Schema.Type<typeof MemberIds> {}

/** How many members were not under the guardrail before. */
export const AssignedMembers = Schema.Struct({
  assigned_count: documented(Schema.Int, "How many members were not under the guardrail before, and are now", 1)
}).annotations({ identifier: "AssignedMembers", description: "What came of assigning members." })
export interface AssignedMembers extends Schema.Schema.Type<typeof AssignedMembers> {}

/** How many members were under the guardrail, and are no more. */
export const UnassignedMembers = Schema.Struct({
  unassigned_count: documented(Schema.Int, "How many members were under the guardrail, and are no more", 1)
}).annotations({ identifier: "UnassignedMembers", description: "What came of removing members." })
export interface UnassignedMembers extends Schema.Schema.Type<typeof UnassignedMembers> {}
