import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { readPooledBudgets } from "../spending/upkeep/pooledBudgets.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/**
 * Returns the budgets of a workspace, from the shortest interval to the longest.
 *
 * Fails with `WorkspaceNotFound`.
 */
export const listWorkspaceBudgets = Effect.fnUntraced(function* (id: string) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  const { id: workspace_id } = yield* requireWorkspace(id, (ref) => workspaces.find(organization_id, ref))
  return yield* readPooledBudgets(workspaceScope({ organization_id, workspace_id }), yield* DateTime.now)
}, withSpan("workspaces.listWorkspaceBudgets"))
