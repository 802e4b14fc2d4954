import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { memberChanges } from "../spending/guardrailChanges.js"
import { noteChanges } from "../spending/noteChanges.js"
import { GuardrailStore } from "./GuardrailStore.js"
import type { KeyHashes, UnassignedKeys } from "./KeyAssignment.js"
import { requireGuardrail } from "./requireGuardrail.js"

/** Removes API keys from one guardrail, and counts those it removed. Fails with `GuardrailNotFound`. */
export const unassignKeys = Effect.fnUntraced(function* (id: string, { key_hashes }: KeyHashes) {
  const { organizationId } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  return yield* run(
    Effect.gen(function* () {
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.find(organizationId, id))
      const unassigned: UnassignedKeys = {
        unassigned_count: yield* requireGuardrail(id, (id) => guardrails.unassignKeys(organizationId, id, key_hashes))
      }
      yield* noteChanges(memberChanges(organizationId, guardrail), now)
      return unassigned
    })
  )
}, withSpan("guardrails.unassignKeys"))
