import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { UserId } from "../values/UserId.js"
import type { Guardrail, GuardrailId, GuardrailPatch, GuardrailRecord } from "./Guardrail.js"
import type { MemberAssignment, MemberAssignmentRecord } from "./MemberAssignment.js"

/** Stores guardrails and their members. Each method is atomic. */
export class GuardrailStore extends Context.Tag("@tollgate/core/GuardrailStore")<
  GuardrailStore,
  {
    readonly insert: (guardrail: GuardrailRecord) => Effect.Effect<void, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      id: GuardrailId
    ) => Effect.Effect<Option.Option<Guardrail>, StorageFailure>
    /** Guardrails of the organization, or of one of its workspaces unless `workspaceId` is null: newest first, then by id. */
    readonly list: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId | null,
      page: Page
    ) => Effect.Effect<Paged<Guardrail>, StorageFailure>
    readonly update: (
      organizationId: OrganizationId,
      id: GuardrailId,
      patch: GuardrailPatch,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<Guardrail>, StorageFailure>
    /** Deletes the guardrail with its assignments. Returns its id; none if there was no such guardrail. */
    readonly delete: (
      organizationId: OrganizationId,
      id: GuardrailId
    ) => Effect.Effect<Option.Option<GuardrailId>, StorageFailure>
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
>() {}
