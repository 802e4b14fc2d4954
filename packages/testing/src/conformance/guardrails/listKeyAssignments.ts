import { reads } from "../answers.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { assignedKeys } from "./assignees.js"
import { guardrailId, OWN } from "./guardrail.js"

const under = { guardrail_id: OWN, key_hash: assignedKeys.user, key_name: "Temporary" }
const one = reads({ data: { $min: 1, $max: 1, $each: { $shape: "KeyAssignment", $with: under } }, total_count: 1 })

const rows: Family = ({ asks, request }) => {
  const setup = ["key-assigned"] as const
  const deletion = { ...request(), method: "DELETE", path: `/keys/${assignedKeys.user}` }
  return [
    asks("an assigned key is listed", {}, one, { basis: "spec", setup }),
    asks("a deleted key is not listed", {}, reads({ data: [], total_count: 0 }), {
      basis: "spec",
      setup,
      before: [{ request: deletion, expect: { status: 200 } }]
    })
  ]
}

export const listKeyAssignments = lists(
  "listKeyAssignments",
  { ids: guardrailId, page: page("KeyAssignment", "-created_at", "id") },
  rows
)
