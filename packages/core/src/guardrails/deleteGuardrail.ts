import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { GuardrailNotFound } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { guardrailNamed } from "./guardrailNamed.js"

/** Deletes a guardrail with all its assignments. The second time there is nothing to delete. */
export const deleteGuardrail = Effect.fn("guardrails.deleteGuardrail")(function* (name: string) {
  const { organizationId } = yield* manager
  const id = yield* guardrailNamed(name)
  const guardrails = yield* GuardrailStore
  if (!(yield* guardrails.remove(organizationId, id))) return yield* new GuardrailNotFound()
  return { deleted: true }
})
