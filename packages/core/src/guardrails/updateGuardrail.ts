import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { type Change, changeRecord } from "../records/changeRecord.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { changeBudgets, guardrailScopes } from "../spending/admission/bumpVersions.js"
import { guardrailTerms } from "../spending/model/Scope.js"
import { type Guardrail, type GuardrailPatch, IntervalRequired } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** What only describes a guardrail. Requests are not judged by it. */
const described: ReadonlyArray<string> = ["name", "description"]

const rules = Effect.fnUntraced(function* (change: Change<Guardrail, GuardrailPatch>) {
  const { before, now: updated_at, organizationId, patch } = change
  const after = { ...before, ...patch }
  yield* about({ object: before.id })
  if (after.limit_usd !== null && after.reset_interval === null) return yield* new IntervalRequired()
  if (Object.keys(patch).some((field) => !described.includes(field))) {
    yield* changeBudgets(guardrailScopes(organizationId, after), guardrailTerms(after), updated_at)
  }
  return { ...patch, updated_at }
})

const changeGuardrail = changeRecord("guardrails.updateGuardrail", GuardrailStore, requireGuardrail, rules)

/**
 * Changes a guardrail. Absent fields stay as they are; the rules apply to the result.
 *
 * Fails with `GuardrailNotFound` or `IntervalRequired`.
 */
export const updateGuardrail = Effect.fnUntraced(function* (id: string, patch: GuardrailPatch) {
  const { organizationId } = yield* ManagementCaller
  const guardrail = yield* changeGuardrail(id, patch)
  // A request may wait for another limit.
  yield* wakeQueue(organizationId)
  return guardrail
})
