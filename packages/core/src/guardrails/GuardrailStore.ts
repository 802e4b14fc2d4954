import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { UserId } from "../values/UserId.js"
import type { Guardrail, GuardrailId } from "./Guardrail.js"
import type { guardrailRecords } from "./guardrailRecords.js"
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

/** Stores guardrails and their members. Each method is atomic. Deleting a guardrail deletes its assignments. */
export class GuardrailStore extends Context.Tag("@tollgate/core/GuardrailStore")<
  GuardrailStore,
  StoreOf<typeof guardrailRecords> & Members
>() {}
