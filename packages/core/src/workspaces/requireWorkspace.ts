import { requireOwned } from "../access/requireOwned.js"
import { WorkspaceNotFound } from "./Workspace.js"
import { isWorkspaceId, WorkspaceRef } from "./WorkspaceRef.js"

/** Reads a workspace of the caller's organization by its UUID or slug. Fails with `WorkspaceNotFound`. */
export const requireWorkspace = requireOwned(WorkspaceRef, (ref) =>
  WorkspaceNotFound.of(isWorkspaceId(ref) ? ref : null)
)
