import {
  Entropy,
  NewPooledBudget,
  NewWorkspace,
  NewWorkspaceMembers,
  OrganizationId,
  UserId,
  WorkspaceId,
  WorkspaceSlug
} from "@tollgate/core"
import { WorkspaceMemberId, type WorkspaceMemberRecord, type WorkspaceRecord } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"

/** Input of `createWorkspace`. */
export const aWorkspace = (input: Partial<typeof NewWorkspace.Encoded> = {}): NewWorkspace =>
  Schema.decodeSync(NewWorkspace)({ slug: "research", name: "Research", ...input })

/** Input of `setWorkspaceBudget`. @default a limit of 100 USD */
export const aPooledBudget = (input: Partial<typeof NewPooledBudget.Encoded> = {}): NewPooledBudget =>
  Schema.decodeSync(NewPooledBudget)({ limit_usd: 100, ...input })

/** Arbitrary valid `NewPooledBudget` inputs, for property tests. */
export const anyPooledBudget = Arbitrary.make(NewPooledBudget)
/** Arbitrary valid `NewWorkspace` inputs, for property tests. */
export const anyWorkspace = Arbitrary.make(NewWorkspace)
/** Arbitrary valid `NewWorkspaceMembers` inputs, for property tests. */
export const anyWorkspaceMembers = Arbitrary.make(NewWorkspaceMembers)

type WorkspaceOverrides = Partial<Omit<WorkspaceRecord, "slug">> & { readonly slug?: string }

/** The record of a workspace. Without `organization_id` it belongs to a new organization. */
export const aWorkspaceRecord = Effect.fnUntraced(function* ({ slug, ...overrides }: WorkspaceOverrides = {}) {
  const id = WorkspaceId.make(yield* Entropy.uuid)
  const workspace: WorkspaceRecord = {
    id,
    organization_id: OrganizationId.make(yield* Entropy.uuid),
    slug: WorkspaceSlug.make(slug ?? `workspace-${id.slice(0, 8)}`),
    name: "A workspace",
    description: null,
    max_in_flight: null,
    created_at: noon,
    updated_at: null,
    created_by: null,
    ...overrides
  }
  return workspace
})

/** The record of a user's membership of a workspace. */
export const aWorkspaceMemberRecord = (
  workspace: Pick<WorkspaceRecord, "id" | "organization_id">,
  user: string,
  overrides: Partial<WorkspaceMemberRecord> = {}
): Effect.Effect<WorkspaceMemberRecord> =>
  Effect.map(Entropy.uuid, (id) => ({
    id: WorkspaceMemberId.make(id),
    organization_id: workspace.organization_id,
    workspace_id: workspace.id,
    user_id: UserId.make(user),
    created_at: noon,
    ...overrides
  }))
