import * as Schema from "effect/Schema"
import { NOTHING, reads, UUID, within } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { querying } from "../Given.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

const changes: Family = ({ asks, test }) => [
  test("the newest change is listed first: who made it, and the new value", async ({ api, made, path }) => {
    const id = await made.guardrail({ name: "Audited" })
    const entry = {
      action: "guardrails.createGuardrail",
      object: id,
      actor_kind: "management",
      request_id: UUID,
      address: Schema.String,
      secrets: []
    }
    await api.get(`${path}?limit=1`, reads({ "data.length": 1, ...within("data.0", entry) }))
  }),
  ...Object.entries({
    "nothing of another time": "to=2020-01-01T00:00:00Z",
    "nothing by an unknown operation": "action=keys.unknown",
    "nothing of an unknown object": "object=unknown"
  }).map(([name, query]) => asks(name, querying(query), NOTHING))
]

export const listAuditEntries = lists(
  "listAuditEntries",
  { page: page("-created_at", "-seq") },
  filters("actor_hash", "0".repeat(64), "0".repeat(63), "A".repeat(64)),
  filters("from", "2026-05-01T00:00:00Z", "2026-05-01", "today"),
  filters("to", "2026-05-01T00:00:00Z", "2026-13-01T00:00:00Z"),
  changes
)
