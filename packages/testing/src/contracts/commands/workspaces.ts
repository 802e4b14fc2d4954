import { WorkspaceStore } from "@tollgate/core/storage"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { recordCommands } from "./recordCommands.js"

const call = callsOf(WorkspaceStore)

export const workspaces = (picks: Picks): ReadonlyArray<Command> => {
  const { asker, asking, draw, inPlace, member, named, now, page, paged, place, workspace } = picks
  return [
    ...recordCommands(WorkspaceStore, picks, {
      noun: "workspace",
      record: workspace,
      refs: [workspace.id, workspace.slug],
      change: { name: `Workspace ${draw.second}`, updated_at: now },
      lists: [[`of ${asking}`, {}]]
    }),
    call("addMembers", `adding ${member.user_id} to ${inPlace}`, (_) => _.addMembers([member]), {
      adds: named("member")
    }),
    call("findMember", `finding ${member.user_id} in ${inPlace}`, (_) =>
      _.findMember(asker, place.workspace_id, member.user_id)
    ),
    call("listMembers", `listing the members of ${inPlace}${paged}`, (_) =>
      _.listMembers(asker, place.workspace_id, page)
    )
  ]
}
