import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { assignedKeys } from "./assignees.js"
import { OWN } from "./guardrail.js"

const newest = { guardrail_id: OWN, key_hash: assignedKeys.user, key_name: "Temporary" }

const rows: Family = ({ asks, path }) => [
  asks(
    "the newest assignment of any guardrail is listed first",
    { path: `${path}?limit=1` },
    { status: 200, json: { data: { $min: 1, $max: 1, $each: { $shape: "KeyAssignment", $with: newest } } } },
    { basis: "spec", setup: ["key-assigned"] }
  )
]

export const listAllKeyAssignments = lists(
  "listAllKeyAssignments",
  { page: page("KeyAssignment", "-created_at", "id") },
  rows
)
