import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { inPlaceAtOnce, resolvePlace } from "../workspaces/Place.js"
import { type Guardrail, GuardrailId, IntervalRequired, type NewGuardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"

/**
 * Creates a guardrail in a workspace of the caller's organization, by default in its default workspace.
 *
 * Fails with `IntervalRequired` or `WorkspaceNotFound`.
 */
export const createGuardrail = Effect.fnUntraced(function* (input: NewGuardrail) {
  if (input.limit_usd !== null && input.reset_interval === null) return yield* new IntervalRequired()
  const guardrails = yield* GuardrailStore
  const place = yield* resolvePlace(input.workspace_id)
  const guardrail: Guardrail = {
    ...input,
    id: GuardrailId.make(yield* Entropy.uuid),
    workspace_id: place.workspace_id,
    created_at: yield* DateTime.now,
    updated_at: null
  }
  yield* about({ object: guardrail.id })
  yield* inPlaceAtOnce(place, guardrails.insert({ ...guardrail, organization_id: place.organization_id }))
  return guardrail
}, change("guardrails.createGuardrail"))
