import * as Core from "@tollgate/core/models"
import type { NewOrganizationMember, OrganizationMember } from "./models/organization.js"
import type { Page, Paged } from "./models/shared.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Members of the organization. */
export interface OrganizationMembers {
  /**
   * Returns one page of the organization's members, newest first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.organization.listMembers()
   */
  listMembers(page?: Page, options?: CallOptions): Promise<Paged<OrganizationMember>>
  /**
   * Adds a user to the organization and to its default workspace.
   *
   * @throws {AlreadyMember} if the user is a member already.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { role } = await account.organization.addMember({ user_id: "grace" })
   */
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
