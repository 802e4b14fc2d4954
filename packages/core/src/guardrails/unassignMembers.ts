import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { change } from "../records/change.js"
import { changeAssignments } from "./changeAssignments.js"
import { GuardrailStore } from "./GuardrailStore.js"
import type { MemberIds, UnassignedMembers } from "./MemberAssignment.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Removes members from one guardrail, and counts those it removed. Fails with `GuardrailNotFound`. */
export const unassignMembers = Effect.fnUntraced(function* (id: string, { member_user_ids }: MemberIds) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const remove = requireGuardrail(id, (id) => guardrails.unassign(organizationId, id, member_user_ids))
  const unassigned: UnassignedMembers = {
    unassigned_count: yield* changeAssignments(organizationId, id, yield* DateTime.now, () => remove)
  }
  return unassigned
}, change("guardrails.unassignMembers"))
