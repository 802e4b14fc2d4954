import {
  assignMembers,
  createGuardrail,
  deleteGuardrail,
  Guardrail,
  MemberIds,
  NewGuardrail,
  unassignMembers
} from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CallOptions, type Run, read } from "./Run.js"

const readNew = read(NewGuardrail)
const readMembers = read(MemberIds)

/** Guardrails and the members under them. */
export const guardrails = (run: Run) => ({
  create: (input: typeof NewGuardrail.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readNew(input), createGuardrail), Guardrail, options),
  /** Puts members under a guardrail; a member has at most one in a workspace. */
  assignMembers: (id: string, input: typeof MemberIds.Encoded, options?: CallOptions) =>
    run(
      Effect.flatMap(readMembers(input), (members) => assignMembers(id, members)),
      Schema.Struct({ assigned_count: Schema.Int }),
      options
    ),
  /** Removes members from a guardrail; duplicates count once, unknown ids not at all. */
  unassignMembers: (id: string, input: typeof MemberIds.Encoded, options?: CallOptions) =>
    run(
      Effect.flatMap(readMembers(input), (members) => unassignMembers(id, members)),
      Schema.Struct({ unassigned_count: Schema.Int }),
      options
    ),
  /** Deletes a guardrail with its assignments. */
  delete: (id: string, options?: CallOptions) =>
    run(deleteGuardrail(id), Schema.Struct({ deleted: Schema.Boolean }), options)
})
