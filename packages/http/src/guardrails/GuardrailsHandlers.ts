import {
  assignMembers,
  createGuardrail,
  deleteGuardrail,
  getGuardrail,
  listGuardrails,
  listMemberAssignments,
  unassignMembers,
  updateGuardrail
} from "@tollgate/core"
import type { Programs } from "../Program.js"

export const guardrails = {
  listGuardrails: ({ urlParams }) => listGuardrails(urlParams),
  createGuardrail: ({ payload }) => createGuardrail(payload),
  getGuardrail: ({ path }) => getGuardrail(path.id),
  updateGuardrail: ({ path, payload }) => updateGuardrail(path.id, payload),
  listMemberAssignments: ({ path, urlParams }) => listMemberAssignments(path.id, urlParams),
  assignMembers: ({ path, payload }) => assignMembers(path.id, payload),
  unassignMembers: ({ path, payload }) => unassignMembers(path.id, payload),
  deleteGuardrail: ({ path }) => deleteGuardrail(path.id)
} satisfies Programs<"guardrails">
