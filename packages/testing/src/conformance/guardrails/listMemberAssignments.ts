import { about } from "../about.js"
import { reads } from "../answers.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import type { Family } from "../Subject.js"
import { DELETED, OWN, THEIRS } from "./guardrail.js"

const members = page("MemberAssignment", "-created_at", "id")
const under = { guardrail_id: OWN, user_id: "{MEMBER_USER_ID}" }

const rows: Family = ({ asks }) => [
  asks(
    "an assigned member is listed",
    {},
    reads({ data: { $min: 1, $max: 1, $each: { $shape: "MemberAssignment", $with: under } }, total_count: 1 }),
    { basis: "spec", setup: ["member-assigned"] }
  )
]

export const listMemberAssignments = about(
  "listMemberAssignments",
  { path: { id: OWN }, success: { expect: members(50) }, invalid: { query: "?limit=0" } },
  general,
  uuids({ own: OWN, theirs: THEIRS, deleted: DELETED }),
  paging(members),
  rateLimit({ ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID }, theirsRead: members(50) }),
  rows
)
