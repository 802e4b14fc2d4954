import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Entropy } from "../runtime/Entropy.js"
import { withSpan } from "../runtime/withSpan.js"
import { inWorkspace } from "../workspaces/inWorkspace.js"
import { type Guardrail, GuardrailId, IntervalRequired, type NewGuardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"

/** Creates a guardrail in a workspace of the caller's organization. */
export const createGuardrail = Effect.fnUntraced(function* (input: NewGuardrail) {
  const { organizationId: organization_id, workspaceId } = yield* ManagementCaller
  if (input.limit_usd !== null && input.reset_interval === null) return yield* new IntervalRequired()
  const guardrails = yield* GuardrailStore
  const guardrail: Guardrail = {
    ...input,
    id: GuardrailId.make(yield* Entropy.uuid),
    workspace_id: input.workspace_id ?? workspaceId,
    created_at: yield* DateTime.now,
    updated_at: null
  }
  const record = { ...guardrail, organization_id }
  yield* inWorkspace(record, guardrails.insert(record))
  return guardrail
}, withSpan("guardrails.createGuardrail"))
