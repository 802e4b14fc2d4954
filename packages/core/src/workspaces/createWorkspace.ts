import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { WorkspaceId } from "../values/Id.js"
import { SlugTaken } from "../values/Slug.js"
import type { NewWorkspace, Workspace } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Creates a workspace in the caller's organization. Fails with `SlugTaken`. */
export const createWorkspace = Effect.fnUntraced(function* (input: NewWorkspace) {
  const { organizationId: organization_id, userId: created_by } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  const workspace: Workspace = {
    ...input,
    id: WorkspaceId.make(yield* Entropy.uuid),
    created_at: yield* DateTime.now,
    updated_at: null,
    created_by
  }
  yield* about({ object: workspace.id })
  if (yield* workspaces.insert({ ...workspace, organization_id })) return workspace
  return yield* new SlugTaken({ resource: "workspace", slug: input.slug })
}, change("workspaces.createWorkspace"))
