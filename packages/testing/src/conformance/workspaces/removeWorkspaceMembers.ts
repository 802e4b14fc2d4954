import { badRequest, ok, reads } from "../answers.js"
import type { UserList } from "../families/userLists.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"
import { selections, similarIds } from "../selections.js"
import { slugs, workspaceId } from "./slugs.js"

const list: UserList = { name: "user_ids", user: "{FRESH_USER_ID}", most: 100 }
const setup = ["workspace-joined"] as const
const removed = (count: number) => ok({ removed_count: count })
const fixed = { ...badRequest, json: { "error.metadata.reason": "default_workspace_fixed" } }

const leaving: Family = ({ asks, at, good, path }) => [
  asks("the user is no member any more", good, removed(1), {
    basis: "spec",
    setup,
    follow: [{ request: get(path.replace("/remove", "")), expect: reads({ data: [], total_count: 0 }) }]
  }),
  asks("nobody leaves the default workspace, also by its UUID", { ...good, ...at("{DEFAULT_ID}") }, fixed, {
    basis: "spec",
    setup,
    before: [{ request: get("/workspaces/default"), expect: { status: 200, save: { DEFAULT_ID: "data.id" } } }]
  })
]

export const removeWorkspaceMembers = selections(
  "removeWorkspaceMembers",
  {
    ids: workspaceId,
    list,
    setup,
    idle: ["workspace-fresh"],
    counts: removed,
    unknown: { role: '"admin"', member_user_ids: '["ada"]' }
  },
  slugs(fixed),
  similarIds({ list, counts: removed }),
  leaving
)
