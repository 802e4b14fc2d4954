import * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"
import type { CallOptions } from "./Door.js"
import type { LocalDoor } from "./LocalDoor.js"

/** A policy that members are under. Its budget, `limit_usd`, is US dollars for each interval. */
export interface Guardrail extends Schema.Encoded<typeof Core.Guardrail> {}
/** What a new guardrail is made of. A budget needs a `reset_interval`. */
export interface NewGuardrail extends Schema.Encoded<typeof Core.NewGuardrail> {}
/** The members to assign or to remove: 1 to 1,000 user ids. */
export interface MemberIds extends Schema.Encoded<typeof Core.MemberIds> {}
/** How many members were not under the guardrail before. */
export interface Assigned extends Schema.Encoded<typeof Core.Assigned> {}
/** How many members were under the guardrail, and are no more. */
export interface Unassigned extends Schema.Encoded<typeof Core.Unassigned> {}
/** Confirms that something is deleted. */
export interface Deleted extends Schema.Encoded<typeof Core.Deleted> {}

/** Guardrails and the members under them. */
export interface Guardrails {
  /** Creates a guardrail. Rejects with `IntervalRequired` or `WorkspaceNotFound`. */
  create(input: NewGuardrail, options?: CallOptions): Promise<Guardrail>
  /** Puts members under a guardrail; a member has at most one in a workspace. Rejects with `GuardrailNotFound`. */
  assignMembers(id: string, input: MemberIds, options?: CallOptions): Promise<Assigned>
  /** Removes members; duplicates count once, unknown ids not at all. Rejects with `GuardrailNotFound`. */
  unassignMembers(id: string, input: MemberIds, options?: CallOptions): Promise<Unassigned>
  /** Deletes a guardrail with its assignments. Rejects with `GuardrailNotFound`. */
  delete(id: string, options?: CallOptions): Promise<Deleted>
}

export const guardrails = ({ answer, call, client, manage }: LocalDoor): Guardrails => ({
  create: (input, options) =>
    call(Core.NewGuardrail, input, (guardrail) => manage(Core.createGuardrail(guardrail)), Core.Guardrail, options),
  assignMembers: (id, input, options) =>
    call(Core.MemberIds, input, (members) => manage(Core.assignMembers(id, members)), Core.Assigned, options),
  unassignMembers: (id, input, options) =>
    call(
      Core.MemberIds,
      input,
      (payload) => client.guardrails.unassignMembers({ path: { id }, payload }),
      Core.Unassigned,
      options
    ),
  delete: (id, options) => answer(client.guardrails.deleteGuardrail({ path: { id } }), Core.Deleted, options)
})
