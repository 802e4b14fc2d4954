import { WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { recordCommands } from "./recordCommands.js"

const call = callsOf(WorkspaceStore)

/** Where users were removed from, which stores return in no certain order. */
export const sorted = (removed: ReadonlyArray<{ readonly workspace_id: string }>) =>
  removed.map(({ workspace_id }) => workspace_id).toSorted()

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
    call("lockWorkspace", `finding ${workspace.slug} of ${asking}, to be deleted`, (_) =>
      _.lockWorkspace(asker, workspace.slug)
    ),
    call("addMembers", `adding ${member.user_id} to ${inPlace}`, (_) => _.addMembers([member]), {
      adds: named("member")
    }),
    call("findMember", `finding ${member.user_id} in ${inPlace}`, (_) =>
      _.findMember(asker, place.workspace_id, member.user_id)
    ),
    call("removeMembers", `removing ${member.user_id} from ${inPlace}`, (_) =>
      Effect.map(_.removeMembers(asker, [member.user_id], draw.second === 0 ? null : place.workspace_id), sorted)
    ),
    call("listMembers", `listing the members of ${inPlace}${paged}`, (_) =>
      _.listMembers(asker, place.workspace_id, page)
    )
  ]
}
