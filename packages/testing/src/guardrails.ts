import { createHash } from "node:crypto"
import { Entropy, GuardrailId, GuardrailPatch, KeyHashes, MemberIds, NewGuardrail, UserId } from "@tollgate/core"
import {
  type GuardrailRecord,
  KeyAssignmentId,
  type KeyAssignmentRecord,
  type KeyRecord,
  MemberAssignmentId,
  type MemberAssignmentRecord
} from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/**
 * Input of `createGuardrail`.
 *
 * @param input Fields to set. @default a name and no budget
 */
export const aGuardrail = (input: Partial<typeof NewGuardrail.Encoded> = {}): NewGuardrail =>
  Schema.decodeSync(NewGuardrail)({ name: "A guardrail", ...input })

/** Input of `updateGuardrail`: `aGuardrailPatch({ limit_usd: null })`. */
export const aGuardrailPatch: (input: typeof GuardrailPatch.Encoded) => GuardrailPatch =
  Schema.decodeSync(GuardrailPatch)

/** Input of `assignMembers` and `unassignMembers`: `members("ada", "bob")`. */
export const members = (...member_user_ids: ReadonlyArray<string>): MemberIds =>
  Schema.decodeSync(MemberIds)({ member_user_ids })

/** Input of `assignKeys` and `unassignKeys`: `keyHashes(key.hash)`. */
export const keyHashes = (...key_hashes: ReadonlyArray<string>): KeyHashes =>
  Schema.decodeSync(KeyHashes)({ key_hashes })

/** Arbitrary valid `NewGuardrail` inputs, for property tests. */
export const anyGuardrail = Arbitrary.make(NewGuardrail)
/** Arbitrary valid `GuardrailPatch` inputs, for property tests. */
export const anyGuardrailPatch = Arbitrary.make(GuardrailPatch)
/** Arbitrary valid `MemberIds` inputs, for property tests. */
export const anyMembers = Arbitrary.make(MemberIds)
/** Arbitrary valid `KeyHashes` inputs, for property tests. */
export const anyKeyHashes = Arbitrary.make(KeyHashes)

/** The record of a guardrail. */
export const aGuardrailRecord = (
  home: Home,
  overrides: Partial<GuardrailRecord> = {}
): Effect.Effect<GuardrailRecord> =>
  Effect.map(Entropy.uuid, (id) => ({
    id: GuardrailId.make(id),
    organization_id: home.organization_id,
    workspace_id: home.workspace_id,
    name: "A guardrail",
    description: null,
    limit_usd: null,
    reset_interval: null,
    max_in_flight: null,
    allowed_models: null,
    ignored_models: null,
    allowed_providers: null,
    ignored_providers: null,
    enforce_zdr: null,
    include_byok_in_budgets: false,
    created_at: noon,
    updated_at: null,
    ...overrides
  }))

/** The same id for the same assignment, so that two stores can be given equal records. */
const assignmentId = (of: string) => {
  const hex = createHash("sha256").update(of).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The records of assignments of users to a guardrail. */
export const assignments = (
  guardrail: Pick<GuardrailRecord, "id" | "organization_id" | "workspace_id">,
  ...users: ReadonlyArray<string>
): ReadonlyArray<MemberAssignmentRecord> =>
  users.map((user) => ({
    id: MemberAssignmentId.make(assignmentId(`${guardrail.id} ${user}`)),
    organization_id: guardrail.organization_id,
    workspace_id: guardrail.workspace_id,
    guardrail_id: guardrail.id,
    user_id: UserId.make(user),
    assigned_by: null,
    created_at: noon
  }))

/** The records of assignments of keys to a guardrail. */
export const keyAssignments = (
  guardrail: Pick<GuardrailRecord, "id" | "organization_id" | "workspace_id">,
  ...keys: ReadonlyArray<Pick<KeyRecord, "hash">>
): ReadonlyArray<KeyAssignmentRecord> =>
  keys.map(({ hash }) => ({
    id: KeyAssignmentId.make(assignmentId(`${guardrail.id} ${hash}`)),
    organization_id: guardrail.organization_id,
    workspace_id: guardrail.workspace_id,
    guardrail_id: guardrail.id,
    key_hash: hash,
    assigned_by: null,
    created_at: noon
  }))
