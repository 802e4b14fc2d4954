import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { span } from "../span.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { ownGuardrail } from "./ownGuardrail.js"

/** Reads one guardrail. */
export const getGuardrail = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  return yield* ownGuardrail(id, (id) => guardrails.find(organizationId, id))
}, span("guardrails.getGuardrail"))
