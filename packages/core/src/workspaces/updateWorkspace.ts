import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import { SlugTaken } from "../values/Slug.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { DefaultSlugFixed, type WorkspacePatch } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/**
 * Changes a workspace. Absent fields stay as they are. The default workspace keeps its slug, by which requests find it.
 *
 * Fails with `WorkspaceNotFound`, `SlugTaken` or `DefaultSlugFixed`.
 */
export const updateWorkspace = Effect.fnUntraced(function* (id: string, input: WorkspacePatch) {
  const { organizationId } = yield* ManagementCaller
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const updated_at = yield* DateTime.now
  const patch = omitUndefined(input)
  const find = requireWorkspace(id, (ref) => workspaces.find(organizationId, ref))
  if (Object.keys(patch).length === 0) return yield* find
  return yield* transaction.run(
    Effect.gen(function* () {
      const before = yield* find
      const { slug = before.slug } = patch
      if (slug !== before.slug) {
        if (before.slug === "default") return yield* new DefaultSlugFixed()
        const other = yield* workspaces.find(organizationId, slug)
        if (Option.isSome(other)) return yield* new SlugTaken({ resource: "workspace", slug })
      }
      return yield* requireWorkspace(before.id, (ref) =>
        workspaces.update(organizationId, ref, { ...patch, updated_at })
      )
    })
  )
}, withSpan("workspaces.updateWorkspace"))
