import { ByokStore } from "@tollgate/core/storage"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { nowhere, recordCommands } from "./recordCommands.js"

const call = callsOf(ByokStore)

export const byok = (picks: Picks): ReadonlyArray<Command> => {
  const { asker, asking, credential, draw, inPlace, place } = picks
  const workspace_id = draw.second > 1 ? place.workspace_id : undefined
  const provider = draw.second % 2 === 0 ? "openai" : undefined
  const where = workspace_id === undefined ? `of ${asking}` : `in ${inPlace}`
  return [
    ...recordCommands(ByokStore, picks, {
      noun: "credential",
      record: credential,
      refs: [credential.id],
      change: { sort_order: draw.second, disabled: draw.kind % 2 === 0 },
      lists: [[`of ${provider ?? "any provider"} ${where}`, { workspace_id, provider }]]
    }),
    call("deleteIn", "deleting the credentials of nobody", (_) => _.deleteIn(nowhere, place.workspace_id)),
    call("ofProvider", `asking for the openai credentials in ${inPlace}`, (_) =>
      _.ofProvider(asker, place.workspace_id, "openai")
    ),
    call("nextSortOrder", `asking for the next place of an openai credential in ${inPlace}`, (_) =>
      _.nextSortOrder(asker, place.workspace_id, "openai")
    )
  ]
}
