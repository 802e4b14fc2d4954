import * as Struct from "effect/Struct"
import { ofWorkspace, records } from "../records/Records.js"
import { Guardrail, type GuardrailId, GuardrailPatch, GuardrailRecord } from "./Guardrail.js"
import { type KeyAssignmentId, KeyAssignmentRecord } from "./KeyAssignment.js"
import { MemberAssignment, type MemberAssignmentId, MemberAssignmentRecord } from "./MemberAssignment.js"

export const guardrailRecords = records({
  table: "guardrails",
  record: GuardrailRecord,
  view: Struct.keys(Guardrail.fields),
  key: "id",
  references: ({ workspace_id }) => [["workspaces", workspace_id]],
  identify: (_: GuardrailId) => "id",
  patchable: [...Struct.keys(GuardrailPatch.fields), "updated_at"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: ["workspace_id"],
  listName: ofWorkspace("guardrails")
})

export const memberAssignmentRecords = records({
  table: "guardrail_members",
  record: MemberAssignmentRecord,
  view: Struct.keys(MemberAssignment.fields),
  key: "id",
  uniqueBy: ["workspace_id", "user_id"],
  references: ({ guardrail_id, user_id }) => [
    ["guardrails", guardrail_id],
    ["organization_members", user_id]
  ],
  deletedWith: ["guardrails"],
  identify: (_: MemberAssignmentId) => "id",
  patchable: [],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: ["guardrail_id"],
  listName: ({ guardrail_id }) => (guardrail_id === undefined ? "assigned members" : `members of ${guardrail_id}`)
})

export const keyAssignmentRecords = records({
  table: "guardrail_key_assignments",
  record: KeyAssignmentRecord,
  view: Struct.keys(KeyAssignmentRecord.fields),
  key: "id",
  uniqueBy: ["workspace_id", "key_hash"],
  references: ({ guardrail_id, key_hash }) => [
    ["guardrails", guardrail_id],
    ["api_keys", key_hash]
  ],
  deletedWith: ["guardrails", "api_keys"],
  identify: (_: KeyAssignmentId) => "id",
  patchable: [],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: ["guardrail_id"],
  listName: ({ guardrail_id }) => (guardrail_id === undefined ? "assigned keys" : `assigned keys of ${guardrail_id}`)
})
