import type { Migration } from "./Migration.js"

/**
 * The audit log. An entry without a number is not sealed yet. `audit_heads` has the last sealed entry of each chain, and the last one that
 * the retention has deleted.
 */
export const audit: Migration = ({ columns, name }) => [
  columns.table(
    "audit_entries",
    name === "postgres" ? "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "id INTEGER PRIMARY KEY",
    columns.text("organization_id"),
    columns.number("seq", "NULL"),
    columns.text("hash", "NULL"),
    columns.time("created_at"),
    columns.oneOf("management", "host")("actor_kind"),
    columns.text("actor_hash", "NULL"),
    columns.text("actor_user_id", "NULL"),
    columns.text("action"),
    columns.text("object", "NULL"),
    columns.text("changes"),
    columns.text("secrets"),
    columns.text("request_id", "NULL"),
    columns.text("address", "NULL"),
    "UNIQUE (organization_id, seq)"
  ),
  "CREATE INDEX audit_entries_unsealed ON audit_entries (id) WHERE seq IS NULL",
  "CREATE INDEX audit_entries_in_order ON audit_entries (organization_id, created_at, seq)",
  ...["actor_hash", "action", "object"].map(
    (column) => `CREATE INDEX audit_entries_by_${column} ON audit_entries (organization_id, ${column}, created_at, seq)`
  ),
  columns.table(
    "audit_heads",
    columns.text("organization_id"),
    columns.count("seq"),
    columns.hash("hash"),
    columns.count("deleted_seq"),
    columns.hash("deleted_hash"),
    "PRIMARY KEY (organization_id)"
  )
]
