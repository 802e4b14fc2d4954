import * as Effect from "effect/Effect"
import type { Principal } from "../Caller.js"
import type { WorkspaceId } from "../Id.js"
import { ownWorkspace } from "./ownWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** The workspace that something new goes to: the stated one, if it is the organization's, or else the caller's. */
export const workspaceFor = Effect.fnUntraced(function* (caller: Principal, stated: WorkspaceId | undefined) {
  if (stated === undefined) return caller.workspaceId
  const workspaces = yield* WorkspaceStore
  const workspace = yield* ownWorkspace(stated, (ref) => workspaces.find(caller.organizationId, ref))
  return workspace.id
})
