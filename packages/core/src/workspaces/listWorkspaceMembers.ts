import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** One page of a workspace's members, oldest first; the workspace by its UUID or slug. */
export const listWorkspaceMembers = Effect.fnUntraced(function* (id: string, page: Page) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* requireWorkspace(id, (ref) => workspaces.listMembers(organizationId, ref, page))
}, withSpan("workspaces.listWorkspaceMembers"))
