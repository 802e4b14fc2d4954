import { WorkspaceStore } from "@tollgate/core/storage"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(WorkspaceStore)

export const workspaces = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, draw, inPlace, isOwn, member, named, now, page, paged, place, workspace } = picks
  return [
    call(
      "insert",
      () => `creating ${named("workspace")} with the slug ${workspace.slug}`,
      (_) => _.insert(workspace),
      {
        adds: named("workspace")
      }
    ),
    call(
      "find",
      () => `finding ${asked("workspace")} by its id`,
      (_) => _.find(asker, workspace.id)
    ),
    call(
      "find",
      () => `finding ${asked("workspace")} by its slug`,
      (_) => _.find(asker, workspace.slug)
    ),
    call(
      "list",
      () => `listing the workspaces of ${asking}${paged}`,
      (_) => _.list(asker, page)
    ),
    call(
      "update",
      () => `renaming ${asked("workspace")}`,
      (_) => _.update(asker, workspace.id, { name: `Workspace ${draw.second}`, updated_at: now })
    ),
    call(
      "delete",
      () => `deleting ${asked("workspace")}`,
      (_) => _.delete(asker, workspace.id),
      { drops: isOwn && named("workspace") }
    ),
    call(
      "addMembers",
      () => `adding ${member.user_id} to ${inPlace}`,
      (_) => _.addMembers([member]),
      {
        adds: named("member")
      }
    ),
    call(
      "findMember",
      () => `finding ${member.user_id} in ${inPlace}`,
      (_) => _.findMember(asker, place.workspace_id, member.user_id)
    ),
    call(
      "listMembers",
      () => `listing the members of ${inPlace}${paged}`,
      (_) => _.listMembers(asker, place.workspace_id, page)
    )
  ]
}
