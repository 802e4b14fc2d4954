import type {
  AssignedKeys,
  AssignedMembers,
  Deleted,
  Guardrail,
  GuardrailPatch,
  KeyAssignment,
  KeyHashes,
  MemberAssignment,
  MemberIds,
  NewGuardrail,
  Page,
  Paged,
  PageInWorkspace,
  UnassignedKeys,
  UnassignedMembers
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Guardrails, and the members and API keys assigned to them. */
export interface Guardrails {
  /**
   * Returns one page of the organization's guardrails, or of one workspace's, newest first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.guardrails.list({ limit: 10 })
   */
  list(page?: PageInWorkspace, options?: CallOptions): Promise<Paged<Guardrail>>
  /**
   * Creates a guardrail without members.
   *
   * @throws {IntervalRequired} if `limit_usd` is set without `reset_interval`.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with `workspace_id`.
   * @example
   * const { id } = await account.guardrails.create({ name: "Interns", limit_usd: 10, reset_interval: "daily" })
   */
  create(input: NewGuardrail, options?: CallOptions): Promise<Guardrail>
  /**
   * Returns a guardrail.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @example
   * const { allowed_models } = await account.guardrails.get(id)
   */
  get(id: string, options?: CallOptions): Promise<Guardrail>
  /**
   * Changes a guardrail. Omitted fields keep their values; null clears a field.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {IntervalRequired} if the guardrail would have `limit_usd` without `reset_interval`.
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @example
   * await account.guardrails.update(id, { limit_usd: 25 })
   */
  update(id: string, patch: GuardrailPatch, options?: CallOptions): Promise<Guardrail>
  /**
   * Returns one page of the members assigned to a guardrail, newest assignment first.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.guardrails.listMembers(id)
   */
  listMembers(id: string, page?: Page, options?: CallOptions): Promise<Paged<MemberAssignment>>
  /**
   * Assigns members to a guardrail. A member has at most one guardrail in a workspace, so this replaces any other.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { assigned_count } = await account.guardrails.assignMembers(id, { member_user_ids: ["ada"] })
   */
  assignMembers(id: string, input: MemberIds, options?: CallOptions): Promise<AssignedMembers>
  /**
   * Removes members from a guardrail. Duplicate ids count once; unknown ids are ignored.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { unassigned_count } = await account.guardrails.unassignMembers(id, { member_user_ids: ["ada"] })
   */
  unassignMembers(id: string, input: MemberIds, options?: CallOptions): Promise<UnassignedMembers>
  /**
   * Returns one page of the API keys assigned to a guardrail, newest assignment first.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.guardrails.listKeys(id)
   */
  listKeys(id: string, page?: Page, options?: CallOptions): Promise<Paged<KeyAssignment>>
  /**
   * Assigns API keys of the guardrail's workspace to a guardrail. A key has at most one guardrail, so this replaces any other.
   * Management keys, keys of other workspaces and unknown keys are skipped and not counted.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { assigned_count } = await account.guardrails.assignKeys(id, { key_hashes: [hash] })
   */
  assignKeys(id: string, input: KeyHashes, options?: CallOptions): Promise<AssignedKeys>
  /**
   * Removes API keys from a guardrail. Duplicate hashes count once; unknown keys are ignored.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { unassigned_count } = await account.guardrails.unassignKeys(id, { key_hashes: [hash] })
   */
  unassignKeys(id: string, input: KeyHashes, options?: CallOptions): Promise<UnassignedKeys>
  /**
   * Returns one page of the members assigned to any guardrail of the organization, newest assignment first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.guardrails.listAllMembers({ limit: 100 })
   */
  listAllMembers(page?: Page, options?: CallOptions): Promise<Paged<MemberAssignment>>
  /**
   * Returns one page of the API keys assigned to any guardrail of the organization, newest assignment first.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.guardrails.listAllKeys({ limit: 100 })
   */
  listAllKeys(page?: Page, options?: CallOptions): Promise<Paged<KeyAssignment>>
  /**
   * Deletes a guardrail and its assignments.
   *
   * @throws {GuardrailNotFound} if the organization has no guardrail with this id.
   * @example
   * await account.guardrails.delete(id)
   */
  delete(id: string, options?: CallOptions): Promise<Deleted>
}

export const guardrails = (transport: Transport): Guardrails => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    list: mayTake("listGuardrails"),
    create: takes("createGuardrail"),
    get: reads("getGuardrail"),
    update: takes("updateGuardrail"),
    listMembers: mayTake("listMemberAssignments"),
    assignMembers: takes("assignMembers"),
    unassignMembers: takes("unassignMembers"),
    listKeys: mayTake("listKeyAssignments"),
    assignKeys: takes("assignKeys"),
    unassignKeys: takes("unassignKeys"),
    listAllMembers: mayTake("listAllMemberAssignments"),
    listAllKeys: mayTake("listAllKeyAssignments"),
    delete: reads("deleteGuardrail")
  }
}
