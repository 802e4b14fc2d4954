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

interface Members {
  /** Assigns members, moving them from other guardrails of the workspace. Returns how many were not assigned to this one before. */
  readonly assign: (assignments: ReadonlyArray<MemberAssignmentRecord>) => Effect.Effect<number, StorageFailure>
  /** Newest first, then by id. None if the organization has no such guardrail. */
  readonly listMembers: (
    organizationId: OrganizationId,
    id: GuardrailId,
    page: Page
  ) => Effect.Effect<Option.Option<Paged<MemberAssignment>>, StorageFailure>
  /** The guardrail that a member has in a workspace. */
  readonly ofMember: (
    organizationId: OrganizationId,
    workspaceId: WorkspaceId,
    userId: UserId
  ) => Effect.Effect<Option.Option<Guardrail>, StorageFailure>
  /** Removes members from the guardrail and returns their number. None if the organization has no such guardrail. */
  readonly unassign: (
    organizationId: OrganizationId,
    id: GuardrailId,
    users: ReadonlyArray<UserId>
  ) => Effect.Effect<Option.Option<number>, StorageFailure>
}

interface Keys {
  /** Assigns keys of the guardrail's workspace, moving them from other guardrails. Returns how many were not assigned to this one before. */
  readonly assignKeys: (assignments: ReadonlyArray<KeyAssignmentRecord>) => Effect.Effect<number, StorageFailure>
  /** Newest first, then by id. None if the organization has no such guardrail. */
  readonly listKeys: (
    organizationId: OrganizationId,
    id: GuardrailId,
    page: Page
  ) => Effect.Effect<Option.Option<Paged<KeyAssignment>>, StorageFailure>
  /** The keys of all guardrails of the organization: newest first, then by id. */
  readonly listAllKeys: (
    organizationId: OrganizationId,
    page: Page
  ) => Effect.Effect<Paged<KeyAssignment>, StorageFailure>
  /** The guardrail that a key has in its workspace. */
  readonly ofKey: (
    organizationId: OrganizationId,
    workspaceId: WorkspaceId,
    hash: KeyHash
  ) => Effect.Effect<Option.Option<Guardrail>, StorageFailure>
  /** Removes keys from the guardrail and returns their number. None if the organization has no such guardrail. */
  readonly unassignKeys: (
    organizationId: OrganizationId,
    id: GuardrailId,
    hashes: ReadonlyArray<KeyHash>
  ) => Effect.Effect<Option.Option<number>, StorageFailure>
}

/**
 * Stores guardrails, and the members and keys assigned to them. Each method is atomic. Deleting a guardrail or a key deletes
 * its assignments.
 */
export class GuardrailStore extends Context.Tag("@tollgate/core/GuardrailStore")<
  GuardrailStore,
  StoreOf<typeof guardrailRecords> & Members & Keys
>() {}
