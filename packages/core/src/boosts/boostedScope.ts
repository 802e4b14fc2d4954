import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Guardrail, GuardrailId } from "../guardrails/Guardrail.js"
import { GuardrailStore } from "../guardrails/GuardrailStore.js"
import { requireGuardrail } from "../guardrails/requireGuardrail.js"
import { KeyStore } from "../keys/KeyStore.js"
import { requireKey } from "../keys/requireKey.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { bumpVersions, lockScopes } from "../spending/admission/bumpVersions.js"
import { BudgetNotFound } from "../spending/model/PooledBudget.js"
import {
  guardedKeyScope,
  guardrailTerms,
  keyScope,
  keyTerms,
  memberScope,
  type ScopeRef,
  type ScopeTerms,
  unlimited,
  workspaceScope
} from "../spending/model/Scope.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { OrganizationId } from "../values/Id.js"
import { requireWorkspace } from "../workspaces/requireWorkspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import type { NewBudgetBoost } from "./BudgetBoost.js"

/** A scope that may have a boost. */
export interface BoostedScope {
  readonly ref: ScopeRef
  /** Its terms if it does not exist yet. */
  readonly terms: ScopeTerms
}

const invalid = (field: string, expected: string) => new InvalidInput({ issues: [{ path: [field], expected }] })

/** The user or key that a boost of a guardrail is for. Fails with `InvalidInput` if it is not stated, or for another scope. */
const requireSubject = ({ key_hash, scope, user_id }: NewBudgetBoost) => {
  if (key_hash !== undefined && scope !== "guardrail_key")
    return Effect.fail(invalid("key_hash", "no value, for another scope than guardrail_key"))
  if (user_id !== undefined && scope !== "guardrail_member")
    return Effect.fail(invalid("user_id", "no value, for another scope than guardrail_member"))
  if (key_hash === undefined && scope === "guardrail_key")
    return Effect.fail(invalid("key_hash", "the hash of the key, for a guardrail_key"))
  if (user_id === undefined && scope === "guardrail_member")
    return Effect.fail(invalid("user_id", "the id of the user, for a guardrail_member"))
  return Effect.void
}

/** The scope of a key, locked, with the record that gives it its terms. Fails with `KeyNotFound`. */
export const lockKeyScope = Effect.fnUntraced(function* (organization_id: OrganizationId, hash: string) {
  const keys = yield* KeyStore
  const key = yield* requireKey(hash, (hash) =>
    lockScopes([keyScope({ organization_id, hash })], keys.find(organization_id, hash))
  )
  return { key, ref: keyScope(key), terms: keyTerms(key) }
})

/** The scope of a guardrail for the key or member of a boost. Fails with `GuardrailNotFound`, or with `BudgetNotFound` if that is not assigned. */
const lockGuardrailScope = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  { id, key_hash, user_id, window }: NewBudgetBoost,
  now: DateTime.Utc
) {
  const guardrails = yield* GuardrailStore
  const store = yield* SpendingStore
  const refOf = (guardrail: { readonly id: GuardrailId }): ScopeRef | null => {
    if (key_hash !== undefined) return guardedKeyScope({ organization_id, hash: key_hash }, guardrail)
    return user_id === undefined ? null : memberScope({ organization_id }, guardrail, user_id)
  }
  const assigned = ({ workspace_id }: Guardrail) => {
    if (key_hash !== undefined) return guardrails.ofKey(organization_id, workspace_id, key_hash)
    return user_id === undefined ? Effect.succeedNone : guardrails.ofMember(organization_id, workspace_id, user_id)
  }
  const assignedTo = Effect.transposeMapOption((guardrail: Guardrail) =>
    Effect.map(assigned(guardrail), (of) => ({
      guardrail,
      isAssigned: Option.exists(of, ({ id }) => id === guardrail.id)
    }))
  )
  const read = requireGuardrail(id, (id) => {
    const ref = refOf({ id })
    // Records are read below the locks of scopes, and are not locked: a change of a guardrail locks them first.
    return lockScopes(ref === null ? [] : [ref], Effect.flatMap(guardrails.find(organization_id, id), assignedTo))
  })
  let found = yield* read
  const ref = refOf(found.guardrail)
  if (ref !== null && (yield* store.scopes([ref], now.epochMillis)).length === 0) {
    // Nothing is locked yet. What guards the guardrail is, so that the new scope has the terms of its record as it is then.
    yield* bumpVersions([workspaceScope({ organization_id, workspace_id: found.guardrail.workspace_id })], now)
    found = yield* read
  }
  if (ref === null || !found.isAssigned) return yield* new BudgetNotFound({ interval: window })
  return { ref, terms: guardrailTerms(found.guardrail) }
})

/**
 * Finds and locks the scope that a boost names. Call it in the transaction that creates the boost.
 *
 * Fails with `KeyNotFound`, `GuardrailNotFound`, `WorkspaceNotFound`, with `BudgetNotFound` if the guardrail is not assigned, or with
 * `InvalidInput` if the key or user of a guardrail is missing.
 */
export const lockBoostedScope = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  input: NewBudgetBoost,
  now: DateTime.Utc
) {
  yield* requireSubject(input)
  if (input.scope === "key") return yield* lockKeyScope(organization_id, input.id)
  if (input.scope !== "workspace") return yield* lockGuardrailScope(organization_id, input, now)
  const workspaces = yield* WorkspaceStore
  const { id: workspace_id } = yield* requireWorkspace(input.id, (ref) => workspaces.find(organization_id, ref))
  const place: BoostedScope = { ref: workspaceScope({ organization_id, workspace_id }), terms: unlimited }
  return place
})
