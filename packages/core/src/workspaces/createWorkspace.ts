import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import * as Entropy from "../Entropy.js"
import { WorkspaceId } from "../Id.js"
import { type NewWorkspace, SlugTaken, type Workspace } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Creates a workspace in the caller's organization. */
export const createWorkspace = Effect.fn("workspaces.createWorkspace")(function* (input: NewWorkspace) {
  const caller = yield* manager
  const workspaces = yield* WorkspaceStore
  const workspace: Workspace = {
    id: WorkspaceId.make(yield* Entropy.uuid),
    organization_id: caller.organizationId,
    slug: input.slug,
    name: input.name,
    description: input.description,
    created_at: yield* DateTime.now,
    updated_at: null,
    created_by: caller.userId
  }
  if (!(yield* workspaces.insert(workspace))) return yield* new SlugTaken({ slug: input.slug })
  return workspace
})
