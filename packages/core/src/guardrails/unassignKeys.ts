import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { change } from "../records/change.js"
import { changeAssignments } from "./changeAssignments.js"
import { GuardrailStore } from "./GuardrailStore.js"
import type { KeyHashes, UnassignedKeys } from "./KeyAssignment.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Removes API keys from one guardrail, and counts those it removed. Fails with `GuardrailNotFound`. */
export const unassignKeys = Effect.fnUntraced(function* (id: string, { key_hashes }: KeyHashes) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const remove = requireGuardrail(id, (id) => guardrails.unassignKeys(organizationId, id, key_hashes))
  const unassigned: UnassignedKeys = {
    unassigned_count: yield* changeAssignments(organizationId, id, yield* DateTime.now, () => remove)
  }
  return unassigned
}, change("guardrails.unassignKeys"))
