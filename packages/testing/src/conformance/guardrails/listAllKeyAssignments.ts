import { about } from "../about.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import type { Family } from "../Subject.js"
import { OWN } from "./guardrail.js"
import { assignedKeys } from "./keyLists.js"

const keys = page("KeyAssignment", "-created_at", "id")
const newest = { guardrail_id: OWN, key_hash: assignedKeys.user, key_name: "Temporary" }

const rows: Family = ({ asks, path }) => [
  asks(
    "the newest assignment of any guardrail is listed first",
    { path: `${path}?limit=1` },
    { status: 200, json: { data: { $min: 1, $max: 1, $each: { $shape: "KeyAssignment", $with: newest } } } },
    { basis: "spec", setup: ["key-assigned"] }
  )
]

export const listAllKeyAssignments = about(
  "listAllKeyAssignments",
  { success: { expect: keys(50) }, invalid: { query: "?limit=0" } },
  general,
  paging(keys),
  rateLimit({ theirsRead: keys(50) }),
  rows
)
