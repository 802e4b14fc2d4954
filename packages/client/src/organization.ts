import type {
  NewOrganizationMember,
  Organization,
  OrganizationMember,
  OrganizationMemberPatch,
  OrganizationPatch,
  Page,
  Paged,
  RemovedOrganizationMember
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The organization and its members. */
export interface OrganizationMembers {
  /**
   * Returns the organization.
   *
   * @example
   * const { default_key_limit } = await account.organization.get()
   */
  get(options?: CallOptions): Promise<Organization>
  /**
   * Changes the organization. Omitted fields keep their values; null clears a field. `default_key_limit` is the limit in USD that
   * `keys.create` uses where `limit` is omitted. `alert_thresholds` are the percentages of the limits of all budgets at which alerts are raised:
   * null for 50, 80 and 100, an empty list for none.
   *
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @example
   * const { name } = await account.organization.update({ default_key_limit: 25 })
   */
  update(patch: OrganizationPatch, options?: CallOptions): Promise<Organization>
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
  /**
   * Changes the role of a member, in all workspaces at once.
   *
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @throws {LastAdmin} if no other admin would remain.
   * @throws {OrganizationMemberNotFound} if the user is no member of the organization.
   * @example
   * const { role } = await account.organization.updateMember("grace", { role: "admin" })
   */
  updateMember(user_id: string, patch: OrganizationMemberPatch, options?: CallOptions): Promise<OrganizationMember>
  /**
   * Removes a user from the organization, its workspaces and its guardrails, disables the user's keys and revokes
   * authorization codes for such keys.
   *
   * @throws {LastAdmin} if no other admin would remain.
   * @throws {MemberHasLastManagementKey} if no enabled management key without an expiration time would remain.
   * @throws {OrganizationMemberNotFound} if the user is no member of the organization.
   * @example
   * const { disabled_keys } = await account.organization.removeMember("grace")
   */
  removeMember(user_id: string, options?: CallOptions): Promise<RemovedOrganizationMember>
}

export const organization = (transport: Transport): OrganizationMembers => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    get: reads("getOrganization"),
    update: takes("updateOrganization"),
    listMembers: mayTake("listOrganizationMembers"),
    addMember: takes("addOrganizationMember"),
    updateMember: takes("updateOrganizationMember"),
    removeMember: reads("removeOrganizationMember")
  }
}
