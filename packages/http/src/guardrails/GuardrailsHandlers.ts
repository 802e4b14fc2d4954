import { deleteGuardrail, GuardrailIdInput, unassignMembers } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type { Programs } from "../Program.js"
import { readPath } from "../readPath.js"

const readId = readPath({ id: GuardrailIdInput })

export const guardrails = {
  // The contract has no 404 for what is no UUID here.
  unassignMembers: ({ path, payload }) => Effect.flatMap(readId(path), ({ id }) => unassignMembers(id, payload)),
  deleteGuardrail: ({ path }) => deleteGuardrail(path.id)
} satisfies Programs<"guardrails">
