import type { Migration } from "./Migration.js"

/**
 * Sums of requests by day, and why costs were corrected. A day of an organization that is in `spending_days` has its sums in
 * `spending_sums`, those of its rows with `pruned` 0. Sums with `pruned` 1 are those of deleted rows. Numbers are those of
 * `spending_names`, and 0 stands for none.
 */
export const activity: Migration = ({ columns, name }) => {
  const isPostgres = name === "postgres"
  const [integer, suffix] = isPostgres ? ["BIGINT", ""] : ["INTEGER", ", WITHOUT ROWID"]
  const whole = (column: string) => `${column} ${integer} NOT NULL`
  const groups = ["organization", "day", "api_key", "pruned", "workspace", "member", "request", "outcome", "labels"]
  const amounts = ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"]
  return [
    columns.table("spending_days", ...["organization", "day"].map(whole), "PRIMARY KEY (organization, day)") + suffix,
    columns.table("spending_sums", ...[...groups, ...amounts].map(whole), `PRIMARY KEY (${groups.join(", ")})`) +
      suffix,
    columns.table(
      "spending_corrections",
      isPostgres ? "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "id INTEGER PRIMARY KEY AUTOINCREMENT",
      isPostgres ? "hold UUID NOT NULL" : "hold BLOB NOT NULL CHECK (length(hold) = 16)",
      columns.uuid("organization_id"),
      ...["replaced_cost", "cost"].map(whole),
      columns.text("reason"),
      columns.hash("corrected_by", "NULL"),
      columns.time("corrected_at")
    ),
    "CREATE INDEX spending_corrections_of_hold ON spending_corrections (hold, id)"
  ]
}
