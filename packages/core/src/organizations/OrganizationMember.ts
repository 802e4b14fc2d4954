import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { expected } from "../schema/expected.js"
import { documented, optional, required, strict } from "../schema/fields.js"
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

/** Changes to a member of an organization. An absent field is left unchanged. */
export const OrganizationMemberPatch = Schema.Struct({
  role: optional(Role.pipe(expected("admin or member")), "New role of the user. The host decides what it permits.")
}).annotations({
  identifier: "OrganizationMemberPatch",
  description: "Changes to a member of the organization. Absent fields are left unchanged.",
  examples: [{}, { role: "admin" }],
  ...strict
})
export interface OrganizationMemberPatch extends Schema.Schema.Type<typeof OrganizationMemberPatch> {}

/** Result of removing a member from an organization. */
export const RemovedOrganizationMember = Schema.Struct({
  deleted: documented(Schema.Literal(true), "Always true.", true),
  disabled_keys: documented(Schema.Int, "Number of the user's API keys that were disabled.", 1)
}).annotations({ identifier: "RemovedOrganizationMember", description: "Result of the removal." })
export interface RemovedOrganizationMember extends Schema.Schema.Type<typeof RemovedOrganizationMember> {}

/** The caller's organization has no member with this user id. */
export class OrganizationMemberNotFound extends notFound<OrganizationMemberNotFound>()(
  "OrganizationMemberNotFound",
  {},
  () => ({})
) {}

/** The change would leave the organization without an admin. */
export class LastAdmin extends refusal<LastAdmin>()("LastAdmin", {
  user_id: UserId,
  change: Schema.Literal("demote", "remove")
}) {}

/** Removing the user would leave the organization without an enabled management key that does not expire. */
export class MemberHasLastManagementKey extends refusal<MemberHasLastManagementKey>()("MemberHasLastManagementKey", {
  user_id: UserId
}) {}

/** The request names a user who does not belong to the caller's organization. */
export class UserNotInOrganization extends refusal<UserNotInOrganization>()("UserNotInOrganization", {
  user_id: UserId,
  /** The field of the request that names the user. */
  field: Schema.Literal("creator_user_id", "user_id")
}) {}

/** The user is already a member of the organization. */
export class AlreadyMember extends refusal<AlreadyMember>()("AlreadyMember", { user_id: UserId }) {}
