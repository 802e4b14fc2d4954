import { ok, reads } from "../answers.js"
import type { UserList } from "../families/userLists.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { selections, similarIds } from "../selections.js"
import { slugs, workspaceId } from "./slugs.js"

const { own, theirs } = workspaceId
const list: UserList = { name: "user_ids", user: "{FRESH_USER_ID}", most: 100 }
const setup = ["member-fresh", "workspace-fresh"] as const

const member = { workspace_id: own, user_id: list.user, role: "member" }
const one = { $min: 1, $max: 1, $each: { $shape: "WorkspaceMember", $with: member } }
const added = (count: 0 | 1) => ok({ added_count: count, data: count === 0 ? [] : one })

const everyone: Family = ({ asks, at, good }) => [
  asks("every user is already in the default workspace", { ...good, ...at("default") }, added(0), { setup })
]

const untouched = { request: get(`/workspaces/${theirs}/members`, asOther), expect: reads({ total_count: 0 }) }

export const addWorkspaceMembers = selections(
  "addWorkspaceMembers",
  {
    ids: { ...workspaceId, untouched },
    list,
    setup,
    counts: added,
    unknown: { role: '"admin"', member_user_ids: '["ada"]' }
  },
  slugs(added(0)),
  similarIds({ list, counts: added }),
  everyone
)
