import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import type { StorageFailure } from "../StorageFailure.js"
import type { UserId } from "../Text.js"
import type { Guardrail, GuardrailId, MemberAssignment } from "./Guardrail.js"

/** Where guardrails and their members live. One method is one atomic act. */
export class GuardrailStore extends Context.Tag("@tollgate/core/GuardrailStore")<
  GuardrailStore,
  {
    readonly insert: (guardrail: Guardrail) => Effect.Effect<void, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      id: GuardrailId
    ) => Effect.Effect<Option.Option<Guardrail>, StorageFailure>
    /** Removes the guardrail and its assignments. False when there was none. */
    readonly remove: (organizationId: OrganizationId, id: GuardrailId) => Effect.Effect<boolean, StorageFailure>
    /** Assigns members, moving them from another guardrail of the workspace. How many were not under this one before. */
    readonly assign: (assignments: ReadonlyArray<MemberAssignment>) => Effect.Effect<number, StorageFailure>
    /** Removes members from the guardrail; how many were under it. None where there is no such guardrail. */
    readonly unassign: (
      organizationId: OrganizationId,
      id: GuardrailId,
      users: ReadonlyArray<UserId>
    ) => Effect.Effect<Option.Option<number>, StorageFailure>
  }
>() {}
