import type { Dialect } from "./dialects.js"

/**
 * On SQLite, entries of one object are found through blocks of 512 entries of a chain, because an index by the object alone has a page for
 * each object, and each entry of a commit changed another one.
 */
const byObject = {
  sqlite: "organization_id, seq / 512, object",
  postgres: "organization_id, object, created_at, seq"
}

/**
 * The audit log. An entry without a number is not sealed yet. `audit_heads` has the last sealed entry of each chain, and the last one that
 * the retention has deleted.
 */
export const audit = ({ count, flag, hash, id, isPostgres, name, number, oneOf, table, text, time }: Dialect) => [
  table(
    "audit_entries",
    isPostgres ? id : "id INTEGER PRIMARY KEY",
    text("organization_id"),
    number("seq", "NULL"),
    text("hash", "NULL"),
    time("created_at"),
    oneOf("management", "host")("actor_kind"),
    text("actor_hash", "NULL"),
    text("actor_user_id", "NULL"),
    text("action"),
    text("object", "NULL"),
    text("changes"),
    text("secrets"),
    text("request_id", "NULL"),
    text("address", "NULL"),
    "UNIQUE (organization_id, seq)"
  ),
  "CREATE INDEX audit_entries_unsealed ON audit_entries (id) WHERE seq IS NULL",
  "CREATE INDEX audit_entries_in_order ON audit_entries (organization_id, created_at, seq)",
  "CREATE INDEX audit_entries_by_actor_hash ON audit_entries (organization_id, actor_hash, created_at, seq)",
  "CREATE INDEX audit_entries_by_action ON audit_entries (organization_id, action, created_at, seq)",
  `CREATE INDEX audit_entries_by_object ON audit_entries (${byObject[name]})`,
  table(
    "audit_heads",
    text("organization_id"),
    count("seq"),
    hash("hash"),
    count("deleted_seq"),
    hash("deleted_hash"),
    "PRIMARY KEY (organization_id)"
  ),
  // What the latest check of each chain has found.
  table(
    "audit_checks",
    text("organization_id"),
    time("checked_at"),
    count("seq"),
    flag("intact"),
    "PRIMARY KEY (organization_id)"
  )
]
