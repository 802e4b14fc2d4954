import { deleteGuardrail, unassignMembers } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const guardrails: Programs<"guardrails"> = {
  unassignMembers: ({ path, payload }) => unassignMembers(path.id, payload),
  deleteGuardrail: ({ path }) => deleteGuardrail(path.id)
}
