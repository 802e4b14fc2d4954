import type { Dialect } from "./dialects.js"

const windows = ["lifetime", "daily", "weekly", "monthly"]

/** What is added to limits for a time. Ended ones are found by the earlier of their ends. */
export const boosts = ({ amount, hash, oneOf, table, text, textOf, time, uuid }: Dialect) => [
  table(
    "spending_boosts",
    uuid("id"),
    uuid("organization_id"),
    oneOf("key", "guardrail_key", "guardrail_member", "workspace")("scope"),
    uuid("guardrail_id", "NULL"),
    text("subject"),
    oneOf(...windows)("period"),
    amount("amount"),
    time("until"),
    textOf(500)("reason"),
    time("created_at"),
    hash("created_by", "NULL"),
    uuid("request_id", "NULL"),
    time("ended_at", "NULL"),
    "PRIMARY KEY (id)"
  ),
  "CREATE INDEX spending_boosts_newest_first ON spending_boosts (organization_id, created_at DESC, id)",
  "CREATE INDEX spending_boosts_of_scope_newest_first ON spending_boosts (organization_id, scope, created_at DESC, id)",
  "CREATE INDEX spending_boosts_of_subject_newest_first ON spending_boosts (organization_id, subject, created_at DESC, id)",
  `CREATE INDEX spending_boosts_of_guardrail_newest_first ON spending_boosts (organization_id, guardrail_id, created_at DESC, id)
  WHERE guardrail_id IS NOT NULL`,
  "CREATE INDEX spending_boosts_in_force ON spending_boosts (organization_id, until) WHERE ended_at IS NULL",
  "CREATE INDEX spending_boosts_ended ON spending_boosts ((COALESCE(ended_at, until)))"
]
