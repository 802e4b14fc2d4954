import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { assignedMembers } from "./assignees.js"
import { OWN } from "./guardrail.js"

const newest = { guardrail_id: OWN, user_id: assignedMembers.user }

const rows: Family = ({ asks, path }) => [
  asks(
    "the newest assignment of any guardrail is listed first",
    { path: `${path}?limit=1` },
    { status: 200, json: { data: { $min: 1, $max: 1, $each: { $shape: "MemberAssignment", $with: newest } } } },
    { basis: "spec", setup: ["member-assigned"] }
  )
]

export const listAllMemberAssignments = lists(
  "listAllMemberAssignments",
  { page: page("MemberAssignment", "-created_at", "id") },
  rows
)
