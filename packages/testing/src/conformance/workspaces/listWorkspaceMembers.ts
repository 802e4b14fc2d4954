import { reads } from "../answers.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { slugs, workspaceId } from "./slugs.js"

const members = page("WorkspaceMember", "created_at", "id")
const { own, theirs } = workspaceId

const workspaces: Family = ({ asks, sends }) => [
  asks(
    "rows contain the UUID of the workspace",
    {},
    reads({ data: { $each: { $shape: "WorkspaceMember", $with: { workspace_id: own } } } })
  ),
  sends(
    "the other organization's management key reads its own",
    get(`/workspaces/${theirs}/members`, asOther),
    members(50),
    { basis: "derived" }
  )
]

export const listWorkspaceMembers = lists(
  "listWorkspaceMembers",
  { ids: workspaceId, page: members },
  slugs(members(50)),
  workspaces
)
