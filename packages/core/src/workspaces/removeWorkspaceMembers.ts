import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { GuardrailStore } from "../guardrails/GuardrailStore.js"
import { AuthorizationCodeStore } from "../oauth/AuthorizationCodeStore.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { DefaultWorkspaceFixed } from "./Workspace.js"
import type { RemovedWorkspaceMembers, WorkspaceUsers } from "./WorkspaceMember.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/**
 * Removes users from a workspace, and from its guardrails. Their keys in the workspace cannot spend until they are members again, and
 * authorization codes for such keys are revoked.
 * Users who are no members are skipped.
 *
 * Fails with `WorkspaceNotFound`, or with `DefaultWorkspaceFixed` for the default workspace.
 */
export const removeWorkspaceMembers = Effect.fnUntraced(function* (id: string, { user_ids }: WorkspaceUsers) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const codes = yield* AuthorizationCodeStore
  const guardrails = yield* GuardrailStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  return yield* run(
    Effect.gen(function* () {
      const workspace = yield* requireWorkspace(id, (ref) => workspaces.find(organization_id, ref))
      if (workspace.slug === "default") return yield* new DefaultWorkspaceFixed()
      yield* about({ object: workspace.id })
      const left = yield* workspaces.removeMembers(organization_id, user_ids, workspace.id)
      const users = left.map(({ user_id }) => user_id)
      if (users.length > 0) {
        yield* guardrails.releaseMembers(organization_id, users, workspace.id)
        yield* codes.revoke(organization_id, users, workspace.id)
        yield* bumpVersions([workspaceScope({ organization_id, workspace_id: workspace.id })], now)
      }
      const removed: RemovedWorkspaceMembers = { removed_count: users.length }
      return removed
    })
  )
}, change("workspaces.removeWorkspaceMembers"))
