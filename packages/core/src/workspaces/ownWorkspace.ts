import * as Effect from "effect/Effect"
import { Caller } from "../Caller.js"
import type { WorkspaceId } from "../Id.js"
import { WorkspaceNotFound } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** The workspace that something new goes to: the stated one, if it is the organization's, or else the caller's. */
export const ownWorkspace = Effect.fnUntraced(function* (id: WorkspaceId | undefined) {
  const caller = yield* Caller
  if (id === undefined) return caller.workspaceId
  const workspaces = yield* WorkspaceStore
  const found = yield* workspaces.find(caller.organizationId, { id })
  const workspace = yield* Effect.mapError(found, () => new WorkspaceNotFound())
  return workspace.id
})
