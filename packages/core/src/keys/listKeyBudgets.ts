import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { ownOrganization } from "../organizations/getOrganization.js"
import { withSpan } from "../runtime/withSpan.js"
import { guardrailsOfKey } from "../spending/admission/readSpender.js"
import type { NamedBudget } from "../spending/model/NamedBudget.js"
import { budgetsOf } from "../spending/rules/budgets.js"
import { shownId } from "../spending/rules/judge.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { KeyStore } from "./KeyStore.js"
import { readBudgetScopes } from "./readBudgetScopes.js"
import { requireKey } from "./requireKey.js"

/**
 * Returns every budget that limits what a key of the caller's organization spends, from the narrowest to the widest: its own, those of its
 * guardrail, of the guardrail of its user, of its workspace and of its organization. Unlike the holder of the key (`getCurrentKey`), a manager
 * sees all that others have spent from a shared one. Budgets of runs are those of requests, and are not among them.
 *
 * Fails with `KeyNotFound`.
 */
export const listKeyBudgets = Effect.fnUntraced(function* (hash: string) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const workspaces = yield* WorkspaceStore
  const now = yield* DateTime.now
  const key = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
  const guardrails = yield* guardrailsOfKey(key)
  const scopes = yield* readBudgetScopes(key, guardrails, now)
  const names = new Map<string, string>([
    [key.hash, key.name],
    ...guardrails.map(({ guardrail }) => [guardrail.id, guardrail.name] as const),
    ...(yield* workspaces.findMany(organizationId, [key.workspace_id])).map(({ id, name }) => [id, name] as const),
    [organizationId, (yield* ownOrganization).name]
  ])
  return scopes.flatMap((scope) => {
    const id = shownId(scope.ref)
    return budgetsOf(scope).map((budget): NamedBudget => ({ ...budget, id, name: names.get(id) ?? null }))
  })
}, withSpan("keys.listKeyBudgets"))
