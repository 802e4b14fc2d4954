import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import { type NewPooledBudget, requireInterval } from "../spending/model/PooledBudget.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { setPooledBudget } from "../spending/upkeep/pooledBudgets.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/**
 * Sets what all keys of a workspace may spend together in an interval: `daily`, `weekly`, `monthly` or `lifetime`. What they have
 * spent in the current interval counts, also from before the budget was set. It acts on the next admission in every process.
 *
 * Fails with `WorkspaceNotFound`, with `BudgetOutOfOrder` if the limit is not above those of the shorter intervals and below those
 * of the longer ones, or with `InvalidInput` for another interval.
 */
export const setWorkspaceBudget = Effect.fnUntraced(
  function* (id: string, interval: string, { limit_usd }: NewPooledBudget) {
    const { organizationId: organization_id } = yield* ManagementCaller
    const workspaces = yield* WorkspaceStore
    const { run } = yield* Transaction
    const now = yield* DateTime.now
    const budget = yield* run(
      Effect.gen(function* () {
        const { id: workspace_id } = yield* requireWorkspace(id, (ref) => workspaces.find(organization_id, ref))
        yield* about({ object: workspace_id })
        const ref = workspaceScope({ organization_id, workspace_id })
        return yield* setPooledBudget(ref, yield* requireInterval(interval), limit_usd, now)
      })
    )
    yield* wakeQueue(organization_id)
    return budget
  },
  change("workspaces.setWorkspaceBudget", "interval")
)
