import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Page } from "../Page.js"
import { span } from "../span.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** One page of the organization's workspaces, newest first. */
export const listWorkspaces = Effect.fnUntraced(function* (page: Page) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  return yield* workspaces.list(organizationId, page)
}, span("workspaces.listWorkspaces"))
