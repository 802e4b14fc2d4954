import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Returns one page of the members of a workspace, given by UUID or slug, oldest first. Fails with `WorkspaceNotFound`. */
export const listWorkspaceMembers = Effect.fnUntraced(function* (id: string, page: Page) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* requireWorkspace(id, (ref) => workspaces.listMembers(organizationId, ref, page))
}, withSpan("workspaces.listWorkspaceMembers"))
