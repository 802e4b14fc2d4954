import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import type { OrganizationId } from "../values/Id.js"
import type { Guardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/**
 * Changes what is assigned to a guardrail, in one transaction, and returns how many assignments have changed. The next admission in its
 * workspace is judged by the change.
 */
export const changeAssignments = Effect.fnUntraced(function* <E, R>(
  organizationId: OrganizationId,
  id: string,
  now: DateTime.Utc,
  change: (guardrail: Guardrail) => Effect.Effect<number, E, R>
) {
  const guardrails = yield* GuardrailStore
  const { run } = yield* Transaction
  return yield* run(
    Effect.gen(function* () {
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.find(organizationId, id))
      yield* about({ object: guardrail.id })
      const count = yield* change(guardrail)
      if (count > 0)
        yield* bumpVersions(
          [workspaceScope({ organization_id: organizationId, workspace_id: guardrail.workspace_id })],
          now
        )
      return count
    })
  )
})
