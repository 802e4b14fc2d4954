import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { about } from "../ports/PendingEntry.js"
import { type Change, changeRecord } from "../records/changeRecord.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { setMaxInFlight } from "../spending/upkeep/pooledBudgets.js"
import { SlugTaken } from "../values/Slug.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { DefaultSlugFixed, type Workspace, type WorkspacePatch } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

const rules = Effect.fnUntraced(function* (change: Change<Workspace, WorkspacePatch>) {
  const { before, now: updated_at, organizationId, patch } = change
  const { slug = before.slug } = patch
  yield* about({ object: before.id })
  if (slug !== before.slug) {
    if (before.slug === "default") return yield* new DefaultSlugFixed()
    const other = yield* Effect.flatMap(WorkspaceStore, (workspaces) => workspaces.find(organizationId, slug))
    if (Option.isSome(other)) return yield* new SlugTaken({ resource: "workspace", slug })
  }
  // Also if it is that of the record as it was read, which another change may have changed since.
  if (patch.max_in_flight !== undefined) {
    const ref = workspaceScope({ organization_id: organizationId, workspace_id: before.id })
    yield* setMaxInFlight(ref, patch.max_in_flight, updated_at)
  }
  return { ...patch, updated_at }
})

/**
 * Changes a workspace. Absent fields stay as they are. The default workspace keeps its slug, by which requests find it.
 *
 * Fails with `WorkspaceNotFound`, `SlugTaken` or `DefaultSlugFixed`.
 */
export const updateWorkspace = changeRecord("workspaces.updateWorkspace", WorkspaceStore, requireWorkspace, rules)
