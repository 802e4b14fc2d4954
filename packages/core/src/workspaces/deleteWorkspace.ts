import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { ByokStore } from "../byok/ByokStore.js"
import { GuardrailStore } from "../guardrails/GuardrailStore.js"
import { KeyStore } from "../keys/KeyStore.js"
import { AuthorizationCodeStore } from "../oauth/AuthorizationCodeStore.js"
import { about, aside } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { PresetStore } from "../presets/PresetStore.js"
import { change } from "../records/change.js"
import { closeWorkspaceScope, expireHoldsOf } from "../spending/admission/bumpVersions.js"
import type { Deleted } from "../values/Deleted.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { DefaultWorkspaceFixed, WorkspaceHasKeys } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Deletes what is in a workspace. What it has cost stays in the ledger. */
const clear = Effect.fnUntraced(function* (organizationId: OrganizationId, workspace_id: WorkspaceId) {
  yield* (yield* AuthorizationCodeStore).deleteOf(organizationId, workspace_id)
  yield* (yield* GuardrailStore).deleteIn(organizationId, workspace_id)
  yield* (yield* KeyStore).deleteIn(organizationId, workspace_id)
  yield* (yield* ByokStore).deleteIn(organizationId, workspace_id)
  yield* (yield* PresetStore).deleteIn(organizationId, workspace_id)
})

/**
 * Deletes a workspace with its credentials, guardrails, presets and budgets, and with its keys, which are all disabled or expired.
 *
 * Fails with `WorkspaceNotFound`, with `DefaultWorkspaceFixed` for the default workspace, with `WorkspaceHasKeys` if a key of it is enabled
 * and has not expired, or with `HoldsOpen` if a hold of it is open or its outcome is unknown.
 */
export const deleteWorkspace = Effect.fnUntraced(function* (id: string) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const keys = yield* KeyStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  yield* aside(expireHoldsOf(organization_id))
  yield* run(
    Effect.gen(function* () {
      const { id: workspace_id, slug } = yield* requireWorkspace(id, (ref) =>
        workspaces.lockWorkspace(organization_id, ref)
      )
      if (slug === "default") return yield* new DefaultWorkspaceFixed()
      yield* about({ object: workspace_id })
      // Acts on holds lock scopes before keys.
      const requireNoHolds = yield* closeWorkspaceScope({ organization_id, workspace_id }, now)
      if (yield* keys.hasActiveIn(organization_id, workspace_id, now)) return yield* new WorkspaceHasKeys()
      yield* requireNoHolds
      yield* clear(organization_id, workspace_id)
      yield* workspaces.delete(organization_id, workspace_id)
    })
  )
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("workspaces.deleteWorkspace"))
