import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import type { Page } from "../Page.js"
import { WorkspaceNotFound } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"
import { workspaceRef } from "./workspaceRef.js"

/** One page of a workspace's members, oldest first; the workspace by its UUID or slug. */
export const listWorkspaceMembers = Effect.fn("workspaces.listWorkspaceMembers")(function* (name: string, page: Page) {
  const { organizationId } = yield* manager
  const workspaces = yield* WorkspaceStore
  const members = yield* workspaces.listMembers(organizationId, yield* workspaceRef(name), page)
  return yield* Effect.mapError(members, () => new WorkspaceNotFound())
})
