import { type OtherProgram, openOther } from "../../../sqlite/test/support/otherProgram.mjs"

/** Opens a database file as another program does, beside the servers that have it open. */
export const withDatabase = <A>(file: string, use: (database: OtherProgram) => A): A => {
  const database = openOther(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

const counters = ["total", "daily", "weekly", "monthly"].flatMap((window) => [
  [`usage_${window}`, `own_spent_${window}`],
  [`byok_${window}`, `byok_spent_${window}`]
])

/** The windows of a day of a scope. */
const windows = [
  ["windows_daily", "date(s.day * 86400, 'unixepoch')"],
  ["windows_weekly", "date((s.day - (s.day + 3) % 7) * 86400, 'unixepoch')"],
  ["windows_monthly", "strftime('%Y-%m-01', s.day * 86400, 'unixepoch')"]
]

/** Gives keys the counters of their scopes back. */
const countersOfKeys = [
  ...counters.map(([name]) => `ALTER TABLE api_keys ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`),
  ...windows.map(([name]) => `ALTER TABLE api_keys ADD COLUMN ${name} TEXT NOT NULL DEFAULT '2026-01-01'`),
  `UPDATE api_keys SET ${[...counters, ...windows].map(([name, value]) => `${name} = ${value}`).join(", ")}
    FROM spending_scopes AS s WHERE s.kind = 'key' AND s.subject = api_keys.hash`
].join("; ")

const flags = [
  "overdrawn",
  "late",
  "outside_plan",
  "outside_policy",
  "price_missing",
  "settlement_refused",
  "credential_assumed"
]

/** Makes a database one of before the eleventh migration, without holds. A later migration that cannot be repeated is undone here, too. */
export const undoToTenth = (file: string): void =>
  withDatabase(file, (database) =>
    database.exec(`${countersOfKeys}; ${flags.map((flag) => `DROP INDEX spending_holds_${flag}`).join("; ")}; DROP TRIGGER api_keys_terms; DELETE FROM spending_holds;
      DELETE FROM spending_scopes; ALTER TABLE spending_holds DROP COLUMN variant; ALTER TABLE spending_holds DROP COLUMN corrections;
      ALTER TABLE spending_scopes DROP COLUMN opening_day; DROP INDEX price_versions_by_name;
      DROP TABLE spending_days; DROP TABLE spending_sums; DROP TABLE spending_corrections; DROP TABLE kept_answers; DROP TABLE key_prefixes;
      DROP INDEX guardrail_members_of_organization; DROP TRIGGER guardrail_assigned_members_added;
      DROP TRIGGER guardrail_assigned_members_deleted; DROP TRIGGER guardrail_assigned_members_moved;
      DROP TRIGGER preset_versions_added; DROP TRIGGER preset_versions_deleted;
      ALTER TABLE workspace_members ADD COLUMN role TEXT NOT NULL DEFAULT 'member'; DROP INDEX organization_admins;
      DROP INDEX spending_holds_ended; DROP INDEX api_keys_enabled_of_user; DROP INDEX api_keys_by_external_id; DROP INDEX api_keys_by_name; DROP INDEX api_keys_by_use;
      ALTER TABLE api_keys DROP COLUMN metadata; ALTER TABLE api_keys DROP COLUMN external_id;
      ALTER TABLE api_keys DROP COLUMN created_by; ALTER TABLE api_keys DROP COLUMN last_used_at; DROP TABLE audit_entries; DROP TABLE audit_heads;
      ALTER TABLE spending_names DROP COLUMN unused_since; DELETE FROM tollgate_meta WHERE name = 'names_swept_at';
      DELETE FROM list_sizes WHERE list = 'assigned members' OR list LIKE 'versions of %';
      DELETE FROM tollgate_migrations WHERE migration_id > 10`)
  )
