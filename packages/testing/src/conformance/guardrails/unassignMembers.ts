import { badRequest } from "../answers.js"
import { selections, similarIds } from "../selections.js"
import { assignedMembers as list, unassigned } from "./assignees.js"
import { guardrailId } from "./guardrail.js"

export const unassignMembers = selections(
  "unassignMembers",
  { ids: { ...guardrailId, malformed: badRequest }, list, setup: ["member-assigned"], counts: unassigned },
  similarIds({ list, counts: unassigned })
)
