import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { ManagementCaller } from "../access/Caller.js"
import { KeyStore } from "../keys/KeyStore.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { changeAssignments } from "./changeAssignments.js"
import type { Guardrail } from "./Guardrail.js"
import { GuardrailStore } from "./GuardrailStore.js"
import { type AssignedKeys, KeyAssignmentId, type KeyHashes } from "./KeyAssignment.js"

/**
 * Assigns API keys of the guardrail's workspace to the guardrail. Management keys, keys of other workspaces and unknown keys
 * are skipped. Fails with `GuardrailNotFound`.
 */
export const assignKeys = Effect.fnUntraced(function* (id: string, { key_hashes }: KeyHashes) {
  const { organizationId: organization_id, userId: assigned_by } = yield* ManagementCaller
  const guardrails = yield* GuardrailStore
  const keys = yield* KeyStore
  const created_at = yield* DateTime.now
  // Drawn before the transaction, one for each key that may be assigned.
  const ids = yield* Effect.replicateEffect(Effect.map(Entropy.uuid, KeyAssignmentId.make), key_hashes.length)
  // Written in one order, so that two transactions never wait for each other.
  const sorted = Arr.sort(key_hashes, Order.string)
  const assign = Effect.fnUntraced(function* ({ id: guardrail_id, workspace_id }: Guardrail) {
    const found = yield* keys.findMany(organization_id, sorted)
    const assignable = found.filter((key) => key.workspace_id === workspace_id && !key.is_management)
    return yield* guardrails.assignKeys(
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
  })
  const assigned: AssignedKeys = {
    assigned_count: yield* changeAssignments(organization_id, id, created_at, assign)
  }
  return assigned
}, change("guardrails.assignKeys"))
