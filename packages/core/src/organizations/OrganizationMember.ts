import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, required, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"

/** What a user may do; the host decides what follows from it. */
export const Role = Schema.Literal("admin", "member")
export type Role = typeof Role.Type

export const OrganizationMemberId = uuid("OrganizationMemberId")

/** A user of an organization. */
export const OrganizationMember = Schema.Struct({
  id: documented(OrganizationMemberId, "Names the membership"),
  user_id: documented(UserId, "The user, by the name that the host gave", UserId.make("ada")),
  role: documented(Role, "What the user may do; the host decides what follows from it", "member"),
  created_at: documented(Schema.DateTimeUtc, "When the user was added")
}).annotations({ identifier: "OrganizationMember", description: "A user of an organization." })
export interface OrganizationMember extends Schema.Schema.Type<typeof OrganizationMember> {}

/** A member as it is kept. */
export const OrganizationMemberRecord = Schema.Struct({ ...OrganizationMember.fields, organization_id: OrganizationId })
export interface OrganizationMemberRecord extends Schema.Schema.Type<typeof OrganizationMemberRecord> {}

/** A user to add, with the role to give. */
export const NewOrganizationMember = Schema.Struct({
  user_id: required(UserId, "The user, by a name of the host's own"),
  role: Schema.optionalWith(Role.pipe(expected("admin or member")), { default: () => "member" as const }).annotations({
    description: "What the user may do; member where nothing is said"
  })
}).annotations({
  identifier: "NewOrganizationMember",
  description: "A user to add, with the role to give.",
  examples: [{ user_id: UserId.make("ada"), role: "member" }],
  ...strict
})
export interface NewOrganizationMember extends Schema.Schema.Type<typeof NewOrganizationMember> {}

/** The user is in the organization already. */
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", { user_id: UserId }) {
  override get message(): string {
    return "The user is a member of the organization already."
  }
}
