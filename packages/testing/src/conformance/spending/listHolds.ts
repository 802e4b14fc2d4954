import { forbidden, ok, reads } from "../answers.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { asGateway, asOtherGateway, asPlain } from "../requests.js"
import type { Family } from "../Subject.js"
import { alone, setup } from "./hold.js"

/** A page of holds. Those that were opened in the same millisecond are in the order of their ids. */
const holds = page("Hold", "-opened_at")
const each = (fields: object) => reads({ data: { $min: 1, $each: { $shape: "Hold", $with: fields } } })
const nothing = ok({ data: [], total_count: 0 })
const hash = "0".repeat(64)

const which: Family = ({ asks }) => [
  asks("a gateway key reads them too", { headers: asGateway }, holds(50), { basis: "spec" }),
  asks("an ordinary key does not", { headers: asPlain }, forbidden, { basis: "spec" }),
  asks("only those in a state", { path: "/holds?state=open&limit=5" }, each({ state: "open" }), { setup }),
  asks("only those of a key", { path: "/holds?key_hash={HOLD_KEY_HASH}" }, each({ key_hash: "{HOLD_KEY_HASH}" }), {
    setup: alone
  }),
  asks(
    "only those of a workspace",
    { path: "/holds?workspace_id={HOLD_WORKSPACE_ID}&limit=5" },
    each({ workspace_id: "{HOLD_WORKSPACE_ID}" }),
    {
      setup: alone
    }
  ),
  asks("none of an unknown key", { path: `/holds?key_hash=${hash}` }, nothing),
  asks("none of another organization's key", { path: "/holds?key_hash={OTHER_KEY_HASH}" }, nothing, {
    basis: "derived"
  }),
  asks(
    "none of another organization's key, for a gateway key",
    { path: "/holds?key_hash={PLAIN_KEY_HASH}", headers: asOtherGateway },
    nothing,
    { basis: "derived" }
  ),
  asks("none of another organization's workspace", { path: "/holds?workspace_id={OTHER_WORKSPACE_ID}" }, nothing),
  asks("none of an unknown process", { path: "/holds?instance=nobody" }, nothing)
]

export const listHolds = lists(
  "listHolds",
  { page: holds },
  filters("workspace_id", "{WORKSPACE_ID}"),
  filters("key_hash", hash, "A".repeat(64), "0".repeat(63)),
  filters("state", "open", "OPEN", "closed"),
  filters("flag", "late", "LATE", "settled"),
  which
)
