import { reads } from "../answers.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { assignedMembers } from "./assignees.js"
import { guardrailId, OWN } from "./guardrail.js"

const under = { guardrail_id: OWN, user_id: assignedMembers.user }

const rows: Family = ({ asks }) => [
  asks(
    "an assigned member is listed",
    {},
    reads({ data: { $min: 1, $max: 1, $each: { $shape: "MemberAssignment", $with: under } }, total_count: 1 }),
    { basis: "spec", setup: ["member-assigned"] }
  )
]

export const listMemberAssignments = lists(
  "listMemberAssignments",
  { ids: guardrailId, page: page("MemberAssignment", "-created_at", "id") },
  rows
)
