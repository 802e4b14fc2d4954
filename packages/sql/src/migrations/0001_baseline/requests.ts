import { counting } from "./counting.js"
import type { Dialect } from "./dialects.js"

const windows = ["lifetime", "daily", "weekly", "monthly"]

/** What holders of keys have asked for beside their limits. */
export const requests = (dialect: Dialect) => {
  const { amount, hash, oneOf, table, textOf, time, uuid } = dialect
  return [
    table(
      "budget_requests",
      uuid("id"),
      uuid("organization_id"),
      hash("key_hash"),
      textOf(255)("user_id"),
      oneOf(...windows)("period"),
      amount("asked"),
      textOf(500)("reason"),
      oneOf("open", "approved", "refused")("state"),
      time("created_at"),
      time("decided_at", "NULL"),
      hash("decided_by", "NULL"),
      textOf(500)("decision", "NULL"),
      uuid("boost_id", "NULL"),
      amount("approved", "NULL"),
      time("until", "NULL"),
      "PRIMARY KEY (id)"
    ),
    "CREATE UNIQUE INDEX budget_requests_open ON budget_requests (organization_id, key_hash) WHERE state = 'open'",
    "CREATE INDEX budget_requests_newest_first ON budget_requests (organization_id, created_at DESC, id)",
    "CREATE INDEX budget_requests_of_key ON budget_requests (organization_id, key_hash, created_at DESC, id)",
    "CREATE INDEX budget_requests_in_state ON budget_requests (organization_id, state, created_at DESC, id)",
    "CREATE INDEX budget_requests_decided ON budget_requests (decided_at) WHERE decided_at IS NOT NULL",
    ...counting(dialect, {
      table: "budget_requests",
      changing: "state",
      lists: [
        { name: "'budget requests'" },
        { name: "'budget requests ' || ROW.key_hash" },
        { name: "'budget requests ' || ROW.state" },
        { name: "'budget requests ' || ROW.key_hash || ' ' || ROW.state" }
      ]
    })
  ]
}
