import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Returns one page of the organization's workspaces, newest first. */
export const listWorkspaces = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* workspaces.list(organizationId, page)
}, withSpan("workspaces.listWorkspaces"))
