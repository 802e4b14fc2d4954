import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { UserId } from "../values/UserId.js"
import type { Guardrail, GuardrailId } from "./Guardrail.js"
import type { guardrailRecords } from "./guardrailRecords.js"
import type { KeyAssignment, KeyAssignmentRecord } from "./KeyAssignment.js"
import type { MemberAssignment, MemberAssignmentRecord } from "./MemberAssignment.js"

/** The assignments of members or of keys to guardrails. `Name` identifies what is assigned. */
export interface Assignments<Record, Shown, Name> {
  /**
   * Assigns to guardrails of one workspace, moving from other guardrails there. Returns how many were not assigned to the same
   * guardrail before.
   */
  readonly assign: (assignments: ReadonlyArray<Record>) => Effect.Effect<number, StorageFailure>
  /** Newest first, then by id. None if the organization has no such guardrail. */
  readonly list: (
    organizationId: OrganizationId,
    id: GuardrailId,
    page: Page
  ) => Effect.Effect<Option.Option<Paged<Shown>>, StorageFailure>
  /** The guardrail in a workspace. */
  readonly of: (
    organizationId: OrganizationId,
    workspaceId: WorkspaceId,
    name: Name
  ) => Effect.Effect<Option.Option<Guardrail>, StorageFailure>
  /** Removes from the guardrail and returns the number. None if the organization has no such guardrail. */
  readonly unassign: (
    organizationId: OrganizationId,
    id: GuardrailId,
    names: ReadonlyArray<Name>
  ) => Effect.Effect<Option.Option<number>, StorageFailure>
}

type Members = Assignments<MemberAssignmentRecord, MemberAssignment, UserId>
type Keys = Assignments<KeyAssignmentRecord, KeyAssignment, KeyHash>

/**
 * Stores guardrails, and the members and keys assigned to them. Each method is atomic. Deleting a guardrail or a key deletes
 * its assignments.
 */
export class GuardrailStore extends Context.Tag("@tollgate/core/GuardrailStore")<
  GuardrailStore,
  StoreOf<typeof guardrailRecords> & {
    readonly assign: Members["assign"]
    readonly listMembers: Members["list"]
    /** The members of all guardrails of the organization: newest first, then by id. */
    readonly listAllMembers: (
      organizationId: OrganizationId,
      page: Page
    ) => Effect.Effect<Paged<MemberAssignment>, StorageFailure>
    readonly ofMember: Members["of"]
    readonly unassign: Members["unassign"]
    /** Takes the guardrails of members in a workspace, or in all if it is null. Returns what it has taken, in no certain order. */
    readonly releaseMembers: (
      organizationId: OrganizationId,
      users: ReadonlyArray<UserId>,
      workspaceId: WorkspaceId | null
    ) => Effect.Effect<ReadonlyArray<Pick<MemberAssignmentRecord, "user_id" | "workspace_id">>, StorageFailure>
    readonly assignKeys: Keys["assign"]
    readonly listKeys: Keys["list"]
    /** The keys of all guardrails of the organization: newest first, then by id. */
    readonly listAllKeys: (
      organizationId: OrganizationId,
      page: Page
    ) => Effect.Effect<Paged<KeyAssignment>, StorageFailure>
    readonly ofKey: Keys["of"]
    readonly unassignKeys: Keys["unassign"]
  }
>() {}
