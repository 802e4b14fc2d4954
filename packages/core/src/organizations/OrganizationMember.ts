import * as Schema from "effect/Schema"
import { OrganizationId } from "../Id.js"
import { strict } from "../strict.js"
import { UserId } from "../UserId.js"
import { uuid } from "../uuid.js"

/** What a user may do; the host decides what follows from it. */
export const Role = Schema.Literal("admin", "member")
export type Role = typeof Role.Type

export const OrganizationMemberId = uuid("OrganizationMemberId")

/** A user of an organization. */
export const OrganizationMember = Schema.Struct({
  id: OrganizationMemberId,
  user_id: UserId,
  role: Role,
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "OrganizationMember" })
export type OrganizationMember = typeof OrganizationMember.Type

/** A member as it is kept. */
export const OrganizationMemberRecord = Schema.Struct({ ...OrganizationMember.fields, organization_id: OrganizationId })
export type OrganizationMemberRecord = typeof OrganizationMemberRecord.Type

/** A user to add, with the role to give. */
export const NewOrganizationMember = Schema.Struct({
  user_id: UserId,
  role: Schema.optionalWith(Role, { default: () => "member" as const })
}).annotations({ identifier: "NewOrganizationMember", ...strict })
export type NewOrganizationMember = typeof NewOrganizationMember.Type

/** The user is in the organization already. */
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", { user_id: UserId }) {
  override get message(): string {
    return "The user is a member of the organization already."
  }
}
