import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { Page, Paged, PageInWorkspace } from "./Page.js"
import type { CallOptions, Transport } from "./Transport.js"

/** A policy that members are under. Its budget, `limit_usd`, is US dollars for each interval. */
export interface Guardrail extends Schema.Encoded<typeof Core.Guardrail> {}
/** What a new guardrail is made of. A budget needs a `reset_interval`. */
export interface NewGuardrail extends Schema.Encoded<typeof Core.NewGuardrail> {}
/** A change to a guardrail: an absent field is left alone, `null` clears. */
export interface GuardrailPatch extends Schema.Encoded<typeof Core.GuardrailPatch> {}
/** A member under a guardrail. */
export interface MemberAssignment extends Schema.Encoded<typeof Core.MemberAssignment> {}
/** The members to assign or to remove: 1 to 1,000 user ids. */
export interface MemberIds extends Schema.Encoded<typeof Core.MemberIds> {}
/** How many members were not under the guardrail before. */
export interface AssignedMembers extends Schema.Encoded<typeof Core.AssignedMembers> {}
/** How many members were under the guardrail, and are no more. */
export interface UnassignedMembers extends Schema.Encoded<typeof Core.UnassignedMembers> {}
/** Confirms that something is deleted. */
export interface Deleted extends Schema.Encoded<typeof Core.Deleted> {}

/** Guardrails and the members under them. */
export interface Guardrails {
  /** Returns one page of the organization's guardrails, or of one workspace's, newest first. */
  list(page?: PageInWorkspace, options?: CallOptions): Promise<Paged<Guardrail>>
  /** Creates a guardrail, with nobody under it. Rejects with `IntervalRequired` or `WorkspaceNotFound`. */
  create(input: NewGuardrail, options?: CallOptions): Promise<Guardrail>
  /** Reads a guardrail. Rejects with `GuardrailNotFound`. */
  get(id: string, options?: CallOptions): Promise<Guardrail>
  /** Changes a guardrail. Rejects with `GuardrailNotFound` or `IntervalRequired`. */
  update(id: string, patch: GuardrailPatch, options?: CallOptions): Promise<Guardrail>
  /** One page of the members under a guardrail, the newest assignments first. Rejects with `GuardrailNotFound`. */
  listMembers(id: string, page?: Page, options?: CallOptions): Promise<Paged<MemberAssignment>>
  /** Puts members under a guardrail; a member has at most one in a workspace. Rejects with `GuardrailNotFound`. */
  assignMembers(id: string, input: MemberIds, options?: CallOptions): Promise<AssignedMembers>
  /** Removes members; duplicates count once, unknown ids not at all. Rejects with `GuardrailNotFound`. */
  unassignMembers(id: string, input: MemberIds, options?: CallOptions): Promise<UnassignedMembers>
  /** Deletes a guardrail with its assignments. Rejects with `GuardrailNotFound`. */
  delete(id: string, options?: CallOptions): Promise<Deleted>
}

const PagedGuardrails = Core.Paged(Core.Guardrail)
const PagedAssignments = Core.Paged(Core.MemberAssignment)

export const guardrails = <R>({ answer, call, client }: Transport<R>): Guardrails => ({
  list: (page = {}, options) =>
    call(
      Core.PageInWorkspace,
      page,
      (urlParams) => client.guardrails.listGuardrails({ urlParams }),
      PagedGuardrails,
      options
    ),
  create: (input, options) =>
    call(
      Core.NewGuardrail,
      input,
      (payload) => client.guardrails.createGuardrail({ payload }),
      Core.Guardrail,
      options
    ),
  get: (id, options) => answer(client.guardrails.getGuardrail({ path: { id } }), Core.Guardrail, options),
  update: (id, patch, options) =>
    call(
      Core.GuardrailPatch,
      patch,
      (payload) => client.guardrails.updateGuardrail({ path: { id }, payload }),
      Core.Guardrail,
      options
    ),
  listMembers: (id, page = {}, options) =>
    call(
      Core.Page,
      page,
      (urlParams) => client.guardrails.listMemberAssignments({ path: { id }, urlParams }),
      PagedAssignments,
      options
    ),
  assignMembers: (id, input, options) =>
    call(
      Core.MemberIds,
      input,
      (payload) => client.guardrails.assignMembers({ path: { id }, payload }),
      Core.AssignedMembers,
      options
    ),
  unassignMembers: (id, input, options) =>
    call(
      Core.MemberIds,
      input,
      (payload) => client.guardrails.unassignMembers({ path: { id }, payload }),
      Core.UnassignedMembers,
      options
    ),
  delete: (id, options) => answer(client.guardrails.deleteGuardrail({ path: { id } }), Core.Deleted, options)
})
