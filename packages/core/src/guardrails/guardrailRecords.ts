import * as Struct from "effect/Struct"
import { ofWorkspace, records } from "../records/Records.js"
import { Guardrail, type GuardrailId, GuardrailPatch, GuardrailRecord } from "./Guardrail.js"
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
  identify: (_: MemberAssignmentId) => "id",
  patchable: [],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: ["guardrail_id"],
  listName: ({ guardrail_id }) => `members of ${guardrail_id}`
})
