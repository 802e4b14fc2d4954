import type { Dialect } from "./dialects.js"

/** Alerts about budgets. `dispatched`: whether there is a delivery of the alert for each webhook that is to have it. */
export const alerts = ({ flag, oneOf, table, text, textOf, time, uuid, whole, withoutRowid }: Dialect) => [
  table(
    "alerts",
    `${textOf(32, 32)("id")} PRIMARY KEY`,
    uuid("organization_id"),
    oneOf("crossing", "refused", "unknown", "request")("kind"),
    time("created_at"),
    oneOf("key", "guardrail_key", "guardrail_member", "run", "workspace", "organization")("scope"),
    // Empty for the kinds without a guardrail, as in the table of scopes.
    text("guardrail_id"),
    text("subject"),
    oneOf("lifetime", "daily", "weekly", "monthly")("period"),
    whole("threshold", "NULL"),
    ...["limit_usd", "spent", "held", "unknown"].map((column) => whole(column)),
    time("resets_at", "NULL"),
    // Of a request for more.
    text("request_id", "NULL"),
    whole("asked", "NULL"),
    text("reason", "NULL"),
    flag("dispatched")
  ) + withoutRowid,
  "CREATE INDEX alerts_newest_first ON alerts (organization_id, created_at DESC, id)",
  "CREATE INDEX alerts_of_kind_newest_first ON alerts (organization_id, kind, created_at DESC, id)",
  "CREATE INDEX alerts_of_scope_newest_first ON alerts (organization_id, scope, created_at DESC, id)",
  "CREATE INDEX alerts_of_both_newest_first ON alerts (organization_id, kind, scope, created_at DESC, id)",
  // Of the budgets of a key.
  `CREATE INDEX alerts_of_key_newest_first ON alerts (organization_id, subject, created_at DESC, id)
  WHERE scope IN ('key', 'guardrail_key')`,
  "CREATE INDEX alerts_of_all ON alerts (created_at, id)",
  "CREATE INDEX alerts_undispatched ON alerts (created_at, id) WHERE dispatched = FALSE"
]
