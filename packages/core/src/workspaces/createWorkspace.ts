import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { setMaxInFlight } from "../spending/upkeep/pooledBudgets.js"
import { WorkspaceId } from "../values/Id.js"
import { SlugTaken } from "../values/Slug.js"
import type { NewWorkspace, Workspace } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Creates a workspace in the caller's organization. Fails with `SlugTaken`. */
export const createWorkspace = Effect.fnUntraced(function* (input: NewWorkspace) {
  const { organizationId: organization_id, userId: created_by } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const { max_in_flight, slug } = input
  const now = yield* DateTime.now
  const workspace: Workspace = {
    ...input,
    id: WorkspaceId.make(yield* Entropy.uuid),
    created_at: now,
    updated_at: null,
    created_by
  }
  yield* about({ object: workspace.id })
  const insert = Effect.flatMap(workspaces.insert({ ...workspace, organization_id }), (isInserted) =>
    isInserted ? Effect.void : new SlugTaken({ resource: "workspace", slug })
  )
  const ref = workspaceScope({ organization_id, workspace_id: workspace.id })
  // Without a limit, the scope is created by the first request.
  yield* max_in_flight === null
    ? insert
    : transaction.run(Effect.zipRight(setMaxInFlight(ref, max_in_flight, now), insert))
  return workspace
}, change("workspaces.createWorkspace"))
