import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { ManagementCaller } from "../access/Caller.js"
import { KeyStore } from "../keys/KeyStore.js"
import { Transaction } from "../ports/Transaction.js"
import { Entropy } from "../runtime/Entropy.js"
import { withSpan } from "../runtime/withSpan.js"
import { memberChanges } from "../spending/guardrailChanges.js"
import { noteChanges } from "../spending/noteChanges.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { type AssignedKeys, KeyAssignmentId, type KeyHashes } from "./KeyAssignment.js"
import { requireGuardrail } from "./requireGuardrail.js"

/**
 * Assigns API keys of the guardrail's workspace to the guardrail. Management keys, keys of other workspaces and unknown keys
 * are skipped. Fails with `GuardrailNotFound`.
 */
export const assignKeys = Effect.fnUntraced(function* (id: string, { key_hashes }: KeyHashes) {
  const { organizationId: organization_id, userId: assigned_by } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const created_at = yield* DateTime.now
  // Drawn before the transaction, one for each key that may be assigned.
  const ids = yield* Effect.replicateEffect(Effect.map(Entropy.uuid, KeyAssignmentId.make), key_hashes.length)
  // Written in one order, so that two transactions never wait for each other.
  const sorted = Arr.sort(key_hashes, Order.string)
  return yield* transaction.run(
    Effect.gen(function* () {
      const guardrail = yield* requireGuardrail(id, (id) => guardrails.find(organization_id, id))
      const { id: guardrail_id, workspace_id } = guardrail
      const found = yield* keys.findMany(organization_id, sorted)
      const assignable = found.filter((key) => key.workspace_id === workspace_id && !key.is_management)
      const assigned: AssignedKeys = {
        assigned_count: yield* guardrails.assignKeys(
          Arr.zipWith(assignable, ids, ({ hash: key_hash }, id) => ({
            id,
            organization_id,
            workspace_id,
            guardrail_id,
            key_hash,
            assigned_by,
            created_at
          }))
        )
      }
      yield* noteChanges(memberChanges(organization_id, guardrail), created_at)
      return assigned
    })
  )
}, withSpan("guardrails.assignKeys"))
