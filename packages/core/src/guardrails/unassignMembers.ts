import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { memberChanges } from "../spending/guardrailChanges.js"
import { noteChanges } from "../spending/noteChanges.js"
import { GuardrailStore } from "./GuardrailStore.js"
import type { MemberIds, UnassignedMembers } from "./MemberAssignment.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Removes members from one guardrail, and counts those it removed. Fails with `GuardrailNotFound`. */
export const unassignMembers = Effect.fnUntraced(function* (id: string, { member_user_ids }: MemberIds) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  return yield* run(
    Effect.gen(function* () {
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.find(organizationId, id))
      const unassigned: UnassignedMembers = {
        unassigned_count: yield* requireGuardrail(id, (id) => guardrails.unassign(organizationId, id, member_user_ids))
      }
      yield* noteChanges(memberChanges(organizationId, guardrail), now)
      return unassigned
    })
  )
}, withSpan("guardrails.unassignMembers"))
