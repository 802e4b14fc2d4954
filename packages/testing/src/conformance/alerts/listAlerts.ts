import { NOTHING } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { querying } from "../Given.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

const others: Family = ({ asks }) =>
  Object.entries({
    "nothing of another time": "to=2020-01-01T00:00:00Z",
    "nothing of an unknown key": `key_hash=${"0".repeat(64)}`
  }).map(([name, query]) => asks(name, querying(query), NOTHING))

export const listAlerts = lists(
  "listAlerts",
  { page: page("-at", "id") },
  filters("kind", "crossing", "crossed", "Crossing"),
  filters("scope", "workspace", "workspaces", "member"),
  filters("key_hash", "0".repeat(64), "0".repeat(63), "A".repeat(64)),
  filters("from", "2026-05-01T00:00:00Z", "2026-05-01", "today"),
  filters("to", "2026-05-01T00:00:00Z", "2026-13-01T00:00:00Z"),
  others
)
