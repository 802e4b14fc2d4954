import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { CallOptions } from "./Door.js"
import type { LocalDoor } from "./LocalDoor.js"

/** A tenant. Everything belongs to one. */
export interface Organization extends Schema.Encoded<typeof Core.Organization> {}
/** What a new organization is made of. */
export interface NewOrganization extends Schema.Encoded<typeof Core.NewOrganization> {}
/** A new organization; `key` is its first management key's secret, which is shown in this answer and never again. */
export interface CreatedOrganization extends Schema.Encoded<typeof Core.CreatedOrganization> {}
/** A user of an organization. */
export interface OrganizationMember extends Schema.Encoded<typeof Core.OrganizationMember> {}
/** A user to add; the role is `member` where nothing else is said. */
export interface NewOrganizationMember extends Schema.Encoded<typeof Core.NewOrganizationMember> {}

/** The organization itself. */
export interface OrganizationMembers {
  /** Adds a user, who becomes a member of the default workspace too. Rejects with `AlreadyMember`. */
  addMember(input: NewOrganizationMember, options?: CallOptions): Promise<OrganizationMember>
}

export const organization = ({ call, manage }: LocalDoor): OrganizationMembers => ({
  addMember: (input, options) =>
    call(
      Core.NewOrganizationMember,
      input,
      (member) => manage(Core.addOrganizationMember(member)),
      Core.OrganizationMember,
      options
    )
})
