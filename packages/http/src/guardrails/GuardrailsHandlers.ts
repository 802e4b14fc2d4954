import { deleteGuardrail, unassignMembers } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const guardrails = {
  unassignMembers: ({ path, payload }) => unassignMembers(path.id, payload),
  deleteGuardrail: ({ path }) => deleteGuardrail(path.id)
} satisfies Programs<"guardrails">
