import { about } from "../about.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"

const workspaces = page("Workspace", "-created_at", "id")

export const listWorkspaces = about(
  "listWorkspaces",
  { success: { expect: workspaces(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(workspaces),
  rateLimit({ theirsRead: workspaces(50) })
)
