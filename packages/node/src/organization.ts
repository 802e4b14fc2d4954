import * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"
import type { CallOptions } from "./Door.js"
import type { LocalDoor } from "./LocalDoor.js"
import type { Page, Paged } from "./Page.js"

/** A tenant. Everything belongs to one. */
export interface Organization extends Schema.Encoded<typeof Core.Organization> {}
/** What a new organization is made of. */
export interface NewOrganization extends Schema.Encoded<typeof Core.NewOrganization> {}
/** A new organization; `key` is its first management key's secret, which is shown in this answer and never again. */
export interface CreatedOrganization extends Schema.Encoded<typeof Core.CreatedOrganization> {}
/** An organization that was there, or was created: `key` and its record `data` only then, and null otherwise. */
export interface FoundOrganization extends Schema.Encoded<typeof Core.FoundOrganization> {}
/** A user of an organization. */
export interface OrganizationMember extends Schema.Encoded<typeof Core.OrganizationMember> {}
/** A user to add; the role is `member` where nothing else is said. */
export interface NewOrganizationMember extends Schema.Encoded<typeof Core.NewOrganizationMember> {}

/** The organization itself. */
export interface OrganizationMembers {
  /** One page of the organization's users, newest first. */
  listMembers(page?: Page, options?: CallOptions): Promise<Paged<OrganizationMember>>
  /** Adds a user, who becomes a member of the default workspace too. Rejects with `AlreadyMember`. */
  addMember(input: NewOrganizationMember, options?: CallOptions): Promise<OrganizationMember>
}

const PagedMembers = Core.Paged(Core.OrganizationMember)

export const organization = ({ call, client }: LocalDoor): OrganizationMembers => ({
  listMembers: (page = {}, options) =>
    call(
      Core.Page,
      page,
      (urlParams) => client.organization.listOrganizationMembers({ urlParams }),
      PagedMembers,
      options
    ),
  addMember: (input, options) =>
    call(
      Core.NewOrganizationMember,
      input,
      (payload) => client.organization.addOrganizationMember({ payload }),
      Core.OrganizationMember,
      options
    )
})
