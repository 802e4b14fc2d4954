import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Deleted } from "../values/Deleted.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Deletes a guardrail with all its assignments. Fails with `GuardrailNotFound`, also the second time. */
export const deleteGuardrail = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  yield* requireGuardrail(id, (id) => guardrails.delete(organizationId, id))
  const deleted: Deleted = { deleted: true }
  return deleted
}, withSpan("guardrails.deleteGuardrail"))
