import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, required, strict } from "../schema/fields.js"
import type { InputIssue } from "../schema/refusal.js"
import { refusal } from "../schema/refusal.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId } from "../values/Id.js"
import { Role } from "../values/Role.js"
import { UserId } from "../values/UserId.js"

/** UUID of a membership in an organization. */
export const OrganizationMemberId = uuid("OrganizationMemberId")

/** A member of an organization. */
export const OrganizationMember = Schema.Struct({
  id: documented(OrganizationMemberId, "Unique identifier."),
  user_id: documented(UserId, "Id of the user, assigned by the host.", UserId.make("ada")),
  role: documented(Role, "Role of the user. The host decides what it permits.", "member"),
  created_at: documented(Schema.DateTimeUtc, "Time at which the user was added (UTC).")
}).annotations({ identifier: "OrganizationMember", description: "A member of the organization." })
export interface OrganizationMember extends Schema.Schema.Type<typeof OrganizationMember> {}

/** A member as it is stored. */
export const OrganizationMemberRecord = Schema.Struct({ ...OrganizationMember.fields, organization_id: OrganizationId })
export interface OrganizationMemberRecord extends Schema.Schema.Type<typeof OrganizationMemberRecord> {}

/** Input for adding a member to an organization. */
export const NewOrganizationMember = Schema.Struct({
  user_id: required(UserId, "Id of the user, assigned by the host."),
  role: Schema.optionalWith(Role.pipe(expected("admin or member")), { default: () => "member" as const }).annotations({
    description: "Role of the user. The host decides what it permits."
  })
}).annotations({
  identifier: "NewOrganizationMember",
  description: "Input for adding a member to the organization.",
  examples: [{ user_id: UserId.make("ada"), role: "member" }],
  ...strict
})
export interface NewOrganizationMember extends Schema.Schema.Type<typeof NewOrganizationMember> {}

/** The request names a user who does not belong to the caller's organization. */
export class UserNotInOrganization extends refusal<UserNotInOrganization>()(
  "UserNotInOrganization",
  {
    user_id: UserId,
    /** The field of the request that names the user. */
    field: Schema.Literal("creator_user_id", "user_id")
  },
  {
    status: 400,
    reason: "user_not_in_organization",
    sentence: "The user does not belong to the organization.",
    from: ({ payload: { creator_user_id, user_id } }) =>
      creator_user_id ? { user_id: creator_user_id, field: "creator_user_id" } : { user_id, field: "user_id" }
  }
) {
  override get issues(): ReadonlyArray<InputIssue> {
    return [{ path: [this.field], expected: "the id of a user of the organization" }]
  }
}

/** The user is already a member of the organization. */
export class AlreadyMember extends refusal<AlreadyMember>()(
  "AlreadyMember",
  { user_id: UserId },
  {
    status: 400,
    reason: "already_member",
    sentence: "The user is already a member of the organization.",
    issue: { field: "user_id", expected: "a user who is not a member of the organization" }
  }
) {}
