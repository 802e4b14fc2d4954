import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { span } from "../span.js"
import { ownWorkspace } from "./ownWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Reads one workspace, by its UUID or slug. */
export const getWorkspace = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* ownWorkspace(id, (ref) => workspaces.find(organizationId, ref))
}, span("workspaces.getWorkspace"))
