import { UserId } from "@tollgate/core"
import { GuardrailStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { assignments, keyAssignments } from "../../guardrails.js"
import { users } from "../universe.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { nowhere, recordCommands } from "./recordCommands.js"
import { sorted } from "./workspaces.js"

const call = callsOf(GuardrailStore)

export const guardrails = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, draw, guardrail, inPlace, key, named, now, page, paged, place } = picks
  const assigned = ["ada", "bob", "ada"].slice(draw.second % 3)
  const unassigned = users.slice(0, draw.second)
  return [
    ...recordCommands(GuardrailStore, picks, {
      noun: "guardrail",
      record: guardrail,
      refs: [guardrail.id],
      change: { name: `Guardrail ${draw.second}`, enforce_zdr: draw.kind % 2 === 0, updated_at: now },
      lists: [
        [`of ${asking}`, {}],
        [`in ${inPlace}`, { workspace_id: place.workspace_id }]
      ]
    }),
    call("deleteIn", "deleting the guardrails of nobody", (_) => _.deleteIn(nowhere, place.workspace_id)),
    call("ofMember", `finding the guardrail of ada in ${inPlace}`, (_) =>
      _.ofMember(asker, place.workspace_id, UserId.make("ada"))
    ),
    call("ofKey", `finding the guardrail of ${asked("key")} in ${inPlace}`, (_) =>
      _.ofKey(asker, place.workspace_id, key.hash)
    ),
    call("listMembers", `listing the members under ${asked("guardrail")}${paged}`, (_) =>
      _.listMembers(asker, guardrail.id, page)
    ),
    call("listAllMembers", `listing the members under the guardrails of ${asking}${paged}`, (_) =>
      _.listAllMembers(asker, page)
    ),
    call(
      "assign",
      () => `assigning ${assigned.join(", ")} to ${named("guardrail")}`,
      (_) => _.assign(assignments(guardrail, ...assigned)),
      { needs: [named("guardrail")] }
    ),
    call(
      "unassign",
      () => `removing ${unassigned.join(", ") || "no user"} from ${asked("guardrail")}`,
      (_) =>
        _.unassign(
          asker,
          guardrail.id,
          unassigned.map((user) => UserId.make(user))
        )
    ),
    call("releaseMembers", `taking the guardrails of ada in ${inPlace}`, (_) =>
      Effect.map(_.releaseMembers(asker, [UserId.make("ada")], draw.second === 0 ? null : place.workspace_id), sorted)
    ),
    call("listKeys", `listing the keys under ${asked("guardrail")}${paged}`, (_) =>
      _.listKeys(asker, guardrail.id, page)
    ),
    call("listAllKeys", `listing the keys under the guardrails of ${asking}${paged}`, (_) =>
      _.listAllKeys(asker, page)
    ),
    call(
      "assignKeys",
      `assigning ${named("key")} to its guardrail`,
      (_) => _.assignKeys(keyAssignments(guardrail, key)),
      { needs: [named("guardrail"), named("key")] }
    ),
    call("unassignKeys", `removing ${named("key")} from its guardrail, for ${asking}`, (_) =>
      _.unassignKeys(asker, guardrail.id, [key.hash])
    )
  ]
}
