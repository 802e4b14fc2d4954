import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { Page, Paged } from "./Page.js"
import type { CallOptions, Transport } from "./Transport.js"

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

export const organization = <R>({ call, client }: Transport<R>): OrganizationMembers => ({
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
