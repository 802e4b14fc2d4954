import { about } from "../about.js"
import { reads } from "../answers.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { slugs } from "./slugs.js"

const own = "{WORKSPACE_ID}"
const theirs = "{OTHER_WORKSPACE_ID}"
const members = page("WorkspaceMember", "created_at", "id")
const path = (workspace: string) => `/workspaces/${workspace}/members`

const workspaces: Family = ({ asks, sends }) => [
  asks(
    "rows contain the UUID of the workspace",
    {},
    reads({ data: { $each: { $shape: "WorkspaceMember", $with: { workspace_id: own } } } })
  ),
  sends("the other organization's management key reads its own", get(path(theirs), asOther), members(50), {
    basis: "derived"
  })
]

export const listWorkspaceMembers = about(
  "listWorkspaceMembers",
  { path: { id: own }, success: { expect: members(50) }, invalid: { query: "?limit=0" } },
  general,
  uuids({ own, theirs }),
  slugs({ path, found: members(50), invalid: "?limit=0" }),
  paging(members),
  rateLimit({ ids: { own, theirs, unknownId: UNKNOWN_UUID }, theirsRead: members(50) }),
  workspaces
)
