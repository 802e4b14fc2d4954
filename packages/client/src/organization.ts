import * as Core from "@tollgate/core/models"
import { methodsOf } from "./methodsOf.js"
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

export const organization = <R>(transport: Transport<R>): OrganizationMembers => {
  const { lists, takes } = methodsOf(transport)
  const operations = transport.client.organization
  return {
    listMembers: lists(Core.Page, operations.listOrganizationMembers, PagedMembers),
    addMember: takes(Core.NewOrganizationMember, operations.addOrganizationMember, Core.OrganizationMember)
  }
}
