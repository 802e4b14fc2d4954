import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Page } from "../Page.js"
import { span } from "../span.js"
import { ownWorkspace } from "./ownWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** One page of a workspace's members, oldest first; the workspace by its UUID or slug. */
export const listWorkspaceMembers = Effect.fnUntraced(function* (id: string, page: Page) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* ownWorkspace(id, (ref) => workspaces.listMembers(organizationId, ref, page))
}, span("workspaces.listWorkspaceMembers"))
