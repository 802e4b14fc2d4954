import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import { guardrailChanges } from "../spending/guardrailChanges.js"
import { noteChanges } from "../spending/noteChanges.js"
import { type GuardrailPatch, IntervalRequired } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/**
 * Changes a guardrail. Absent fields stay as they are; the rules apply to the result.
 *
 * Fails with `GuardrailNotFound` or `IntervalRequired`.
 */
export const updateGuardrail = Effect.fnUntraced(function* (id: string, input: GuardrailPatch) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const transaction = yield* Transaction
  const updated_at = yield* DateTime.now
  const patch = omitUndefined(input)
  const find = requireGuardrail(id, (id) => guardrails.find(organizationId, id))
  if (Object.keys(patch).length === 0) return yield* find
  return yield* transaction.run(
    Effect.gen(function* () {
      const { limit_usd, reset_interval } = { ...(yield* find), ...patch }
      if (limit_usd !== null && reset_interval === null) return yield* new IntervalRequired()
      const change = { ...patch, updated_at }
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.update(organizationId, id, change))
      yield* noteChanges(guardrailChanges(organizationId, guardrail), updated_at)
      return guardrail
    })
  )
}, withSpan("guardrails.updateGuardrail"))
