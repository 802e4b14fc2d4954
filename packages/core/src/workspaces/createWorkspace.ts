import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { Entropy } from "../Entropy.js"
import { WorkspaceId } from "../Id.js"
import { SlugTaken } from "../Slug.js"
import { span } from "../span.js"
import type { NewWorkspace, Workspace } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Creates a workspace in the caller's organization. */
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
  if (yield* workspaces.insert({ ...workspace, organization_id })) return workspace
  return yield* new SlugTaken({ resource: "workspace", slug: input.slug })
}, span("workspaces.createWorkspace"))
