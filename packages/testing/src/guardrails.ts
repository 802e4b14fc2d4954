import { Entropy, type Guardrail, GuardrailId, MemberIds, NewGuardrail, UserId } from "@tollgate/core"
import type { MemberAssignment } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** What `createGuardrail` takes; without a budget unless one is stated. */
export const aGuardrail = (input: Partial<typeof NewGuardrail.Encoded> = {}): NewGuardrail =>
  Schema.decodeSync(NewGuardrail)({ name: "A guardrail", ...input })

/** What `assignMembers` and `unassignMembers` take. */
export const members = (...member_user_ids: ReadonlyArray<string>): MemberIds =>
  Schema.decodeSync(MemberIds)({ member_user_ids })

export const anyGuardrail = Arbitrary.make(NewGuardrail)
export const anyMembers = Arbitrary.make(MemberIds)

/** A guardrail as stores keep it. */
export const aGuardrailRecord = (home: Home, overrides: Partial<Guardrail> = {}): Effect.Effect<Guardrail> =>
  Effect.map(Entropy.uuid, (id) => ({
    id: GuardrailId.make(id),
    organization_id: home.organization_id,
    workspace_id: home.workspace_id,
    name: "A guardrail",
    description: null,
    limit_usd: null,
    reset_interval: null,
    created_at: noon,
    updated_at: null,
    ...overrides
  }))

/** Users under a guardrail, as stores keep them. */
export const assignments = (guardrail: Guardrail, ...users: ReadonlyArray<string>): ReadonlyArray<MemberAssignment> =>
  users.map((user) => ({
    organization_id: guardrail.organization_id,
    workspace_id: guardrail.workspace_id,
    guardrail_id: guardrail.id,
    user_id: UserId.make(user),
    assigned_by: null,
    created_at: noon
  }))
