import * as Effect from "effect/Effect"
import { Transaction } from "../ports/Transaction.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import { requireWorkspace } from "./requireWorkspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** Puts something into a workspace of an organization: refused where there is none when it happens. */
export const inWorkspace = Effect.fnUntraced(function* <A, E, R>(
  { organization_id, workspace_id }: { readonly organization_id: OrganizationId; readonly workspace_id: WorkspaceId },
  acts: Effect.Effect<A, E, R>
) {
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const workspace = requireWorkspace(workspace_id, (ref) => workspaces.find(organization_id, ref))
  return yield* transaction.run(Effect.zipRight(workspace, acts))
})
