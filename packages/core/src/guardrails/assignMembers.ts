import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { Transaction } from "../Transaction.js"
import { GuardrailNotFound, type MemberIds } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { guardrailNamed } from "./guardrailNamed.js"

/** Puts members of the organization under a guardrail. Unknown ids are skipped, and duplicates count once. */
export const assignMembers = Effect.fn("guardrails.assignMembers")(function* (name: string, input: MemberIds) {
  const caller = yield* manager
  const id = yield* guardrailNamed(name)
  const guardrails = yield* GuardrailStore
  const organizations = yield* OrganizationStore
  const { run } = yield* Transaction
  const created_at = yield* DateTime.now
  return yield* run(
    Effect.gen(function* () {
      const found = yield* guardrails.find(caller.organizationId, id)
      const guardrail = yield* Effect.mapError(found, () => new GuardrailNotFound())
      const users = yield* organizations.findMembers(caller.organizationId, input.member_user_ids)
      const assignments = users.map(({ user_id }) => ({
        organization_id: guardrail.organization_id,
        workspace_id: guardrail.workspace_id,
        guardrail_id: guardrail.id,
        user_id,
        assigned_by: caller.userId,
        created_at
      }))
      return { assigned_count: yield* guardrails.assign(assignments) }
    })
  )
})
