import * as Schema from "effect/Schema"
import { ApiKey } from "../keys/ApiKey.js"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { UserId } from "../values/UserId.js"
import { GuardrailId } from "./Guardrail.js"

/** UUID of a key's assignment to a guardrail. */
export const KeyAssignmentId = uuid("KeyAssignmentId")
export type KeyAssignmentId = typeof KeyAssignmentId.Type

const example = KeyHash.make("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")

/** Assignment of an API key to a guardrail of its workspace. A key has at most one guardrail. */
export const KeyAssignment = Schema.Struct({
  id: documented(KeyAssignmentId, "Unique identifier."),
  key_hash: documented(KeyHash, "Hash of the assigned key.", example),
  key_name: ApiKey.fields.name,
  key_label: ApiKey.fields.label,
  guardrail_id: documented(GuardrailId, "Guardrail the key is assigned to."),
  assigned_by: documented(
    Schema.NullOr(UserId),
    "User who made the assignment. Null if unknown.",
    UserId.make("grace")
  ),
  created_at: documented(Schema.DateTimeUtc, "Time of the assignment (UTC).")
}).annotations({
  identifier: "KeyAssignment",
  description: "Assignment of an API key to a guardrail of its workspace. A key has at most one guardrail."
})
export interface KeyAssignment extends Schema.Schema.Type<typeof KeyAssignment> {}

/** An assignment as it is stored. The name and the label are those of the key. */
export const KeyAssignmentRecord = Schema.Struct({
  ...KeyAssignment.omit("key_name", "key_label").fields,
  organization_id: OrganizationId,
  workspace_id: WorkspaceId
})
export interface KeyAssignmentRecord extends Schema.Schema.Type<typeof KeyAssignmentRecord> {}

/** An assignment with the present name and label of its key. */
export const showKeyAssignment = (
  { assigned_by, created_at, guardrail_id, id, key_hash }: KeyAssignmentRecord,
  { label, name }: Pick<ApiKey, "label" | "name">
): KeyAssignment => ({ id, key_hash, key_name: name, key_label: label, guardrail_id, assigned_by, created_at })

/** API keys to assign to a guardrail or to remove from it: 1 to 1,000 hashes. */
export const KeyHashes = Schema.Struct({
  key_hashes: documented(
    Schema.Array(KeyHash).pipe(
      Schema.minItems(1),
      Schema.maxItems(1000),
      expected("a list of 1 to 1000 key hashes, each 64 lowercase hexadecimal digits")
    ),
    "Hashes of the keys. Duplicates count once; unknown keys are ignored.",
    [example]
  )
}).annotations({ identifier: "KeyHashes", description: "API keys to assign or to remove.", ...strict })
export interface KeyHashes extends Schema.Schema.Type<typeof KeyHashes> {}

/** Result of an assignment. */
export const AssignedKeys = Schema.Struct({
  assigned_count: documented(Schema.Int, "Number of keys newly assigned to the guardrail.", 1)
}).annotations({ identifier: "AssignedKeys", description: "Result of the assignment." })
export interface AssignedKeys extends Schema.Schema.Type<typeof AssignedKeys> {}

/** Result of a removal. */
export const UnassignedKeys = Schema.Struct({
  unassigned_count: documented(Schema.Int, "Number of keys removed from the guardrail.", 1)
}).annotations({ identifier: "UnassignedKeys", description: "Result of the removal." })
export interface UnassignedKeys extends Schema.Schema.Type<typeof UnassignedKeys> {}
