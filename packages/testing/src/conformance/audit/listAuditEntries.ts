import { ok } from "../answers.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { post } from "../requests.js"
import type { Family } from "../Subject.js"

const entries = page("AuditEntry", "-created_at", "-seq")

const one = (entry: object) => ok({ data: [{ $shape: "AuditEntry", $with: entry }], total_count: { $type: "integer" } })

const changes: Family = ({ asks, path }) => [
  asks(
    "the newest change is listed first: who made it, and the new value",
    { path: `${path}?limit=1` },
    one({
      action: "guardrails.createGuardrail",
      object: "{SAVED_ID}",
      actor_kind: "management",
      request_id: { $uuid: true },
      address: { $type: "string" },
      secrets: []
    }),
    {
      before: [
        {
          request: post("/guardrails", '{ "name": "Audited" }'),
          expect: { status: 201, save: { SAVED_ID: "data.id" } }
        }
      ],
      basis: "spec"
    }
  ),
  asks("nothing of another time", { path: `${path}?to=2020-01-01T00:00:00Z` }, ok({ data: [], total_count: 0 }), {
    basis: "spec"
  }),
  asks("nothing by an unknown operation", { path: `${path}?action=keys.unknown` }, ok({ data: [], total_count: 0 }), {
    basis: "spec"
  }),
  asks("nothing of an unknown object", { path: `${path}?object=unknown` }, ok({ data: [], total_count: 0 }), {
    basis: "spec"
  })
]

export const listAuditEntries = lists(
  "listAuditEntries",
  { page: entries },
  filters("actor_hash", "0".repeat(64), "0".repeat(63), "A".repeat(64)),
  filters("from", "2026-05-01T00:00:00Z", "2026-05-01", "today"),
  filters("to", "2026-05-01T00:00:00Z", "2026-13-01T00:00:00Z"),
  changes
)
