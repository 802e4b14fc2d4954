import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { UserId } from "../values/UserId.js"
import type { Workspace } from "./Workspace.js"
import type { WorkspaceMember, WorkspaceMemberRecord } from "./WorkspaceMember.js"
import type { WorkspaceRef } from "./WorkspaceRef.js"
import type { workspaceRecords } from "./workspaceRecords.js"

/** A membership without the role, which is that in the organization. */
export type Membership = Omit<WorkspaceMember, "role">

/** A user in a workspace. */
export type MemberOf = Pick<WorkspaceMember, "user_id" | "workspace_id">

interface Members {
  /**
   * Adds members, each to a workspace of its organization, and returns those added. Existing members are unchanged; a
   * member of a workspace that does not exist is skipped.
   */
  readonly addMembers: (
    members: ReadonlyArray<WorkspaceMemberRecord>
  ) => Effect.Effect<ReadonlyArray<Membership>, StorageFailure>
  /** Finds a workspace that the open transaction deletes: until it ends, nothing is stored in it. */
  readonly lockWorkspace: (
    organizationId: OrganizationId,
    workspace: WorkspaceRef
  ) => Effect.Effect<Option.Option<Workspace>, StorageFailure>
  /** The membership of a user in a workspace. */
  readonly findMember: (
    organizationId: OrganizationId,
    workspaceId: WorkspaceId,
    userId: UserId
  ) => Effect.Effect<Option.Option<Membership>, StorageFailure>
  /**
   * Removes users from a workspace, or from all if it is null. Returns what it has removed, in no certain order.
   */
  readonly removeMembers: (
    organizationId: OrganizationId,
    users: ReadonlyArray<UserId>,
    workspaceId: WorkspaceId | null
  ) => Effect.Effect<ReadonlyArray<MemberOf>, StorageFailure>
  /** Oldest first, then by id, with their roles in the organization. None if the organization has no such workspace. */
  readonly listMembers: (
    organizationId: OrganizationId,
    workspace: WorkspaceRef,
    page: Page
  ) => Effect.Effect<Option.Option<Paged<WorkspaceMember>>, StorageFailure>
}

/** Stores workspaces and their members. Each method is atomic. Deleting a workspace deletes its memberships. */
export class WorkspaceStore extends Context.Tag("@tollgate/core/WorkspaceStore")<
  WorkspaceStore,
  StoreOf<typeof workspaceRecords> & Members
>() {}
