import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { changeBudgets, guardrailScopes } from "../spending/admission/bumpVersions.js"
import { unlimited } from "../spending/model/Scope.js"
import type { Deleted } from "../values/Deleted.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Deletes a guardrail with all its assignments. Fails with `GuardrailNotFound`, also the second time. */
export const deleteGuardrail = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  yield* run(
    Effect.gen(function* () {
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.find(organizationId, id))
      yield* about({ object: guardrail.id })
      yield* requireGuardrail(id, (id) => guardrails.delete(organizationId, id))
      yield* changeBudgets(guardrailScopes(organizationId, guardrail), unlimited, now)
    })
  )
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("guardrails.deleteGuardrail"))
