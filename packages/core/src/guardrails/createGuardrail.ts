import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import * as Entropy from "../Entropy.js"
import { ownWorkspace } from "../workspaces/ownWorkspace.js"
import { type Guardrail, GuardrailId, IntervalRequired, type NewGuardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"

/** Creates a guardrail in a workspace of the caller's organization. */
export const createGuardrail = Effect.fn("guardrails.createGuardrail")(function* (input: NewGuardrail) {
  const { organizationId } = yield* manager
  if (input.limit_usd !== null && input.reset_interval === null) return yield* new IntervalRequired()
  const guardrails = yield* GuardrailStore
  const guardrail: Guardrail = {
    id: GuardrailId.make(yield* Entropy.uuid),
    organization_id: organizationId,
    workspace_id: yield* ownWorkspace(input.workspace_id),
    name: input.name,
    description: input.description,
    limit_usd: input.limit_usd,
    reset_interval: input.reset_interval,
    created_at: yield* DateTime.now,
    updated_at: null
  }
  yield* guardrails.insert(guardrail)
  return guardrail
})
