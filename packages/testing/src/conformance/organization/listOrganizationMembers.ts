import { about } from "../about.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"

const members = page("OrganizationMember", "-created_at", "id")

export const listOrganizationMembers = about(
  "listOrganizationMembers",
  { success: { expect: members(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(members),
  rateLimit({ theirsRead: members(50) })
)
