import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { defined } from "../defined.js"
import { span } from "../span.js"
import { Transaction } from "../Transaction.js"
import { type GuardrailPatch, IntervalRequired } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { ownGuardrail } from "./ownGuardrail.js"

/** Changes a guardrail; an empty change changes nothing. What it is then, with what was not named, keeps the rules. */
export const updateGuardrail = Effect.fnUntraced(function* (id: string, input: GuardrailPatch) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const patch = defined(input)
  const find = ownGuardrail(id, (id) => guardrails.find(organizationId, id))
  if (Object.keys(patch).length === 0) return yield* find
  return yield* transaction.run(
    Effect.gen(function* () {
      const { limit_usd, reset_interval } = { ...(yield* find), ...patch }
      if (limit_usd !== null && reset_interval === null) return yield* new IntervalRequired()
      return yield* ownGuardrail(id, (id) => guardrails.update(organizationId, id, patch, now))
    })
  )
}, span("guardrails.updateGuardrail"))
