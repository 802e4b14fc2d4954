import type { Migration } from "./Migration.js"

const windows = ["total", "daily", "weekly", "monthly"]
const tallies = ["own_spent", "own_held", "own_unknown", "byok_spent", "byok_held", "byok_unknown"]
const openings = ["own_opening", "byok_opening"]

const each = (prefixes: ReadonlyArray<string>) =>
  prefixes.flatMap((prefix) => windows.map((window) => `${prefix}_${window}`))

const kinds = ["key", "guardrail_key", "guardrail_member", "workspace", "organization"]

/**
 * Scopes, holds, and the texts that holds refer to by number. A row of a hold becomes the ledger's entry, so it is kept small:
 * its id takes 16 bytes, and it has two indexes for lists. Open holds alone are in the indexes of leases.
 */
export const spending: Migration = ({ columns, name }) => {
  const isPostgres = name === "postgres"
  const [integer, bytes] = isPostgres ? ["BIGINT", "BYTEA"] : ["INTEGER", "BLOB"]
  const numbered = isPostgres
    ? "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    : "id INTEGER PRIMARY KEY AUTOINCREMENT"
  const whole = (column: string) => `${column} ${integer} NOT NULL`
  const optional = (column: string) => `${column} ${integer}`
  const holds = columns.table(
    "spending_holds",
    isPostgres ? "id UUID PRIMARY KEY" : "id BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16)",
    ...["organization", "workspace", "api_key", "member", "request"].map(whole),
    ...["labels", "instance", "outcome"].map(optional),
    `${whole("state")} CHECK (state BETWEEN 0 AND 4)`,
    whole("asked"),
    whole("amount"),
    optional("cost"),
    columns.flag("is_byok"),
    whole("flags"),
    whole("lease_seconds"),
    whole("day"),
    // Null for a hold of one day.
    columns.text("parts", "NULL"),
    columns.text("scopes"),
    whole("input_tokens"),
    whole("output_tokens"),
    columns.time("opened_at"),
    columns.time("sent_at", "NULL"),
    columns.time("lease_ends_at"),
    columns.time("ended_at", "NULL")
  )
  return [
    columns.table("spending_names", numbered, `digest ${bytes} NOT NULL UNIQUE`, columns.text("name")),
    columns.table(
      "spending_scopes",
      numbered,
      columns.uuid("organization_id"),
      columns.oneOf(...kinds)("kind"),
      // Empty for the kinds without a guardrail: a null would be distinct in the unique key.
      columns.text("guardrail_id"),
      columns.text("subject"),
      columns.count("version"),
      whole("day"),
      optional("ahead"),
      columns.count("holds"),
      columns.flag("include_byok"),
      ...each(["limit"]).map(optional),
      ...each([...tallies, ...openings]).map((column) => `${whole(column)} DEFAULT 0`),
      "UNIQUE (organization_id, subject, kind, guardrail_id)"
    ) + (isPostgres ? " WITH (fillfactor = 70)" : ""),
    `CREATE INDEX spending_scopes_of_guardrail ON spending_scopes (organization_id, guardrail_id, id)
  WHERE guardrail_id <> ''`,
    isPostgres ? `${holds} WITH (fillfactor = 85)` : `${holds}, WITHOUT ROWID`,
    "CREATE INDEX spending_holds_newest_first ON spending_holds (organization, opened_at DESC, id)",
    "CREATE INDEX spending_holds_of_key_newest_first ON spending_holds (api_key, opened_at DESC, id)",
    "CREATE INDEX spending_holds_leases ON spending_holds (lease_ends_at) WHERE state = 0",
    "CREATE INDEX spending_holds_leases_of_key ON spending_holds (api_key, lease_ends_at) WHERE state = 0"
  ]
}
