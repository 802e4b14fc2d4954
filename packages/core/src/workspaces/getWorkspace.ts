import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Returns a workspace by its UUID or slug. Fails with `WorkspaceNotFound`. */
export const getWorkspace = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* requireWorkspace(id, (ref) => workspaces.find(organizationId, ref))
}, withSpan("workspaces.getWorkspace"))
