import * as Core from "@tollgate/core/models"
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

const PagedGuardrails = Core.Paged(Core.Guardrail)
const PagedAssignments = Core.Paged(Core.MemberAssignment)
const PagedKeys = Core.Paged(Core.KeyAssignment)

export const guardrails = <R>(transport: Transport<R>): Guardrails => {
  const { lists, reads, takes } = methodsOf(transport)
  const operations = transport.client.guardrails
  return {
    list: lists(Core.PageInWorkspace, operations.listGuardrails, PagedGuardrails),
    create: takes(Core.NewGuardrail, operations.createGuardrail, Core.Guardrail),
    get: reads(operations.getGuardrail, Core.Guardrail, "id"),
    update: takes(Core.GuardrailPatch, operations.updateGuardrail, Core.Guardrail, "id"),
    listMembers: lists(Core.Page, operations.listMemberAssignments, PagedAssignments, "id"),
    assignMembers: takes(Core.MemberIds, operations.assignMembers, Core.AssignedMembers, "id"),
    unassignMembers: takes(Core.MemberIds, operations.unassignMembers, Core.UnassignedMembers, "id"),
    listKeys: lists(Core.Page, operations.listKeyAssignments, PagedKeys, "id"),
    assignKeys: takes(Core.KeyHashes, operations.assignKeys, Core.AssignedKeys, "id"),
    unassignKeys: takes(Core.KeyHashes, operations.unassignKeys, Core.UnassignedKeys, "id"),
    listAllMembers: lists(Core.Page, operations.listAllMemberAssignments, PagedAssignments),
    listAllKeys: lists(Core.Page, operations.listAllKeyAssignments, PagedKeys),
    delete: reads(operations.deleteGuardrail, Core.Deleted, "id")
  }
}
