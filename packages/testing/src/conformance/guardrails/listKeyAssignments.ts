import { about } from "../about.js"
import { reads } from "../answers.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import type { Family } from "../Subject.js"
import { DELETED, OWN, THEIRS } from "./guardrail.js"
import { assignedKeys } from "./keyLists.js"

const keys = page("KeyAssignment", "-created_at", "id")
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

export const listKeyAssignments = about(
  "listKeyAssignments",
  { path: { id: OWN }, success: { expect: keys(50) }, invalid: { query: "?limit=0" } },
  general,
  uuids({ own: OWN, theirs: THEIRS, deleted: DELETED }),
  paging(keys),
  rateLimit({ ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID }, theirsRead: keys(50) }),
  rows
)
