import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { field } from "../field.js"
import { OrganizationId, WorkspaceId } from "../Id.js"
import { strict } from "../strict.js"
import { UserId } from "../UserId.js"
import { GuardrailId } from "./Guardrail.js"

/** A member under a guardrail, as it is kept; at most one guardrail in a workspace. */
export const MemberAssignment = Schema.Struct({
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  guardrail_id: GuardrailId,
  user_id: UserId,
  assigned_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc
})
export type MemberAssignment = typeof MemberAssignment.Type

/** The members to assign or to remove: 1 to 1,000 user ids. */
export const MemberIds = Schema.Struct({
  member_user_ids: field(
    Schema.Array(UserId).pipe(
      Schema.minItems(1),
      Schema.maxItems(1000),
      expected("a list of 1 to 1000 user ids, each text of 1 to 255 characters")
    ),
    "User ids; duplicates count once, and ids of nobody not at all",
    [UserId.make("ada")]
  )
}).annotations({ identifier: "MemberIds", description: "The members that are meant.", ...strict })
export type MemberIds = typeof MemberIds.Type

/** How many members were not under the guardrail before. */
export const Assigned = Schema.Struct({ assigned_count: Schema.Int })
export type Assigned = typeof Assigned.Type

/** How many members were under the guardrail, and are no more. */
export const Unassigned = Schema.Struct({
  unassigned_count: field(Schema.Int, "How many members were under the guardrail, and are no more", 1)
}).annotations({ identifier: "Unassigned", description: "What came of removing members." })
export type Unassigned = typeof Unassigned.Type
