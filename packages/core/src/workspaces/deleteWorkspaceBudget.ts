import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { deletePooledBudget } from "../spending/upkeep/pooledBudgets.js"
import type { Deleted } from "../values/Deleted.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/**
 * Removes the budget of a workspace for an interval. What the keys have spent is still counted, for a budget that is set later.
 *
 * Fails with `WorkspaceNotFound` or `BudgetNotFound`.
 */
export const deleteWorkspaceBudget = Effect.fnUntraced(
  function* (id: string, interval: string) {
    const { organizationId: organization_id } = yield* ManagementCaller
    const workspaces = yield* WorkspaceStore
    const { run } = yield* Transaction
    const now = yield* DateTime.now
    yield* run(
      Effect.gen(function* () {
        const { id: workspace_id } = yield* requireWorkspace(id, (ref) => workspaces.find(organization_id, ref))
        yield* about({ object: workspace_id })
        yield* deletePooledBudget(workspaceScope({ organization_id, workspace_id }), interval, now)
      })
    )
    yield* wakeQueue(organization_id)
    const deleted: Deleted = { deleted: true }
    return deleted
  },
  change("workspaces.deleteWorkspaceBudget", "interval")
)
