import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { GuardrailNotFound, type MemberIds } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { guardrailNamed } from "./guardrailNamed.js"

/** Removes members from one guardrail. Counts those it removed: duplicates once, unknown ids not at all. */
export const unassignMembers = Effect.fn("guardrails.unassignMembers")(function* (name: string, input: MemberIds) {
  const { organizationId } = yield* manager
  const id = yield* guardrailNamed(name)
  const guardrails = yield* GuardrailStore
  const removed = yield* guardrails.unassign(organizationId, id, input.member_user_ids)
  return { unassigned_count: yield* Effect.mapError(removed, () => new GuardrailNotFound()) }
})
