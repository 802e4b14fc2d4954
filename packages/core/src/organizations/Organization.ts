import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import { OrganizationId, uuid, WorkspaceId } from "../Id.js"
import { strict } from "../Input.js"
import { Name, UserId } from "../Text.js"
import { Role } from "../workspaces/WorkspaceMember.js"

/** A tenant. Everything belongs to one, and no query reaches past it. */
export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Schema.String,
  owner_user_id: UserId,
  default_workspace_id: WorkspaceId,
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "Organization" })
export type Organization = typeof Organization.Type

export const OrganizationMemberId = uuid("OrganizationMemberId")

/** A user of an organization. */
export const OrganizationMember = Schema.Struct({
  id: OrganizationMemberId,
  organization_id: OrganizationId,
  user_id: UserId,
  role: Role,
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "OrganizationMember" })
export type OrganizationMember = typeof OrganizationMember.Type

export const NewOrganization = Schema.Struct({ name: Name, owner_user_id: UserId }).annotations({
  identifier: "NewOrganization",
  ...strict
})
export type NewOrganization = typeof NewOrganization.Type

export const NewOrganizationMember = Schema.Struct({
  user_id: UserId,
  role: Schema.optionalWith(Role, { default: () => "member" as const })
}).annotations({ identifier: "NewOrganizationMember", ...strict })
export type NewOrganizationMember = typeof NewOrganizationMember.Type

export class OrganizationNotFound extends Data.TaggedError("OrganizationNotFound") {
  override get message(): string {
    return "There is no such organization."
  }
}

/** The user is in the organization already. */
export class AlreadyMember extends Data.TaggedError("AlreadyMember")<{ readonly user_id: UserId }> {
  override get message(): string {
    return "The user is a member of the organization already."
  }
}
