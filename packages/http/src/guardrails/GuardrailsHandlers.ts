import {
  assignMembers,
  createGuardrail,
  deleteGuardrail,
  GuardrailIdInput,
  getGuardrail,
  listGuardrails,
  listMemberAssignments,
  unassignMembers,
  updateGuardrail
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import type { Programs } from "../Program.js"
import { readPath } from "../readPath.js"

const readId = readPath({ id: GuardrailIdInput })

export const guardrails = {
  listGuardrails: ({ urlParams }) => listGuardrails(urlParams),
  createGuardrail: ({ payload }) => createGuardrail(payload),
  getGuardrail: ({ path }) => getGuardrail(path.id),
  updateGuardrail: ({ path, payload }) => updateGuardrail(path.id, payload),
  listMemberAssignments: ({ path, urlParams }) => listMemberAssignments(path.id, urlParams),
  assignMembers: ({ path, payload }) => assignMembers(path.id, payload),
  // The contract has no 404 for what is no UUID here.
  unassignMembers: ({ path, payload }) => Effect.flatMap(readId(path), ({ id }) => unassignMembers(id, payload)),
  deleteGuardrail: ({ path }) => deleteGuardrail(path.id)
} satisfies Programs<"guardrails">
