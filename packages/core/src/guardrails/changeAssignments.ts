import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { memberChanges } from "../spending/guardrailChanges.js"
import { noteChanges } from "../spending/noteChanges.js"
import type { OrganizationId } from "../values/Id.js"
import type { Guardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Changes what is assigned to a guardrail, in one transaction. The next admission in its workspace is judged by the change. */
export const changeAssignments = Effect.fnUntraced(function* <A, E, R>(
  organizationId: OrganizationId,
  id: string,
  now: DateTime.Utc,
  change: (guardrail: Guardrail) => Effect.Effect<A, E, R>
) {
  const guardrails = yield* GuardrailStore
  const { run } = yield* Transaction
  return yield* run(
    Effect.gen(function* () {
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.find(organizationId, id))
      yield* about({ object: guardrail.id })
      const changed = yield* change(guardrail)
      yield* noteChanges(memberChanges(organizationId, guardrail), now)
      return changed
    })
  )
})
