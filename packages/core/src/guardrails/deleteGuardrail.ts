import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Deleted } from "../Deleted.js"
import { span } from "../span.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { ownGuardrail } from "./ownGuardrail.js"

/** Deletes a guardrail with all its assignments. The second time there is nothing to delete. */
export const deleteGuardrail = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  yield* ownGuardrail(id, (id) => guardrails.delete(organizationId, id))
  const deleted: Deleted = { deleted: true }
  return deleted
}, span("guardrails.deleteGuardrail"))
