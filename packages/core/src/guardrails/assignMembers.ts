import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { byUser } from "../values/byUser.js"
import { changeAssignments } from "./changeAssignments.js"
import type { Guardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { type AssignedMembers, MemberAssignmentId, type MemberIds } from "./MemberAssignment.js"

/** Assigns members of the organization to a guardrail. Unknown users are skipped. Fails with `GuardrailNotFound`. */
export const assignMembers = Effect.fnUntraced(function* (id: string, { member_user_ids }: MemberIds) {
  const { organizationId: organization_id, userId: assigned_by } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const organizations = yield* OrganizationStore
  const created_at = yield* DateTime.now
  // Drawn before the transaction, one for each user that may be assigned.
  const ids = yield* Effect.replicateEffect(Effect.map(Entropy.uuid, MemberAssignmentId.make), member_user_ids.length)
  const assign = Effect.fnUntraced(function* ({ id: guardrail_id, workspace_id }: Guardrail) {
    const found = yield* organizations.findMembers(organization_id, member_user_ids)
    return yield* guardrails.assign(
      Arr.zipWith(Arr.sort(found, byUser), ids, ({ user_id }, id) => ({
        id,
        organization_id,
        workspace_id,
        guardrail_id,
        user_id,
        assigned_by,
        created_at
      }))
    )
  })
  const assigned: AssignedMembers = {
    assigned_count: yield* changeAssignments(organization_id, id, created_at, assign)
  }
  return assigned
}, change("guardrails.assignMembers"))
