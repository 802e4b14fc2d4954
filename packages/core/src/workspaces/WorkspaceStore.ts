import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OrganizationId, WorkspaceId } from "../Id.js"
import type { Page, Paged } from "../Page.js"
import type { StorageFailure } from "../StorageFailure.js"
import type { Workspace, WorkspaceSlug } from "./Workspace.js"
import type { WorkspaceMember } from "./WorkspaceMember.js"

/** A workspace by either of its names. */
export type WorkspaceRef = { readonly id: WorkspaceId } | { readonly slug: WorkspaceSlug }

/** Where workspaces and their members live. One method is one atomic act. */
export class WorkspaceStore extends Context.Tag("@tollgate/core/WorkspaceStore")<
  WorkspaceStore,
  {
    /** False when the organization already has a workspace of this slug. */
    readonly insert: (workspace: Workspace) => Effect.Effect<boolean, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      workspace: WorkspaceRef
    ) => Effect.Effect<Option.Option<Workspace>, StorageFailure>
    /** Adds members to one workspace; whoever is one already stays as they are. Answers with those added. */
    readonly addMembers: (
      organizationId: OrganizationId,
      members: ReadonlyArray<WorkspaceMember>
    ) => Effect.Effect<ReadonlyArray<WorkspaceMember>, StorageFailure>
    /** Oldest first, then by id; none where there is no such workspace. */
    readonly listMembers: (
      organizationId: OrganizationId,
      workspace: WorkspaceRef,
      page: Page
    ) => Effect.Effect<Option.Option<Paged<WorkspaceMember>>, StorageFailure>
  }
>() {}
