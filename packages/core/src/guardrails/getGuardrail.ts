import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Returns a guardrail. Fails with `GuardrailNotFound`. */
export const getGuardrail = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* requireGuardrail(id, (id) => guardrails.find(organizationId, id))
}, withSpan("guardrails.getGuardrail"))
