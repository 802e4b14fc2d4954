import { UNSET } from "../migrations/0001_baseline/meta.js"
import type { ArchivedTable } from "./ArchivedTable.js"

/** Rises with each change of the exported tables: the lines of another version have other columns. */
export const VERSION = 11

/** The first version that is still imported. What its rows lack is in `added` of their tables. */
export const FIRST_VERSION = 2

/** The tables of this version: the beginning of the SHA-256 of their names, keys and columns, which a test compares. */
export const TABLES = "492a4a8b4e246d02"

const windows = ["total", "daily", "weekly", "monthly"]
/** A column of each window. */
const each = (name: string) => windows.map((window) => `${name}_${window}`)

const tallies = ["own_spent", "own_held", "own_unknown", "byok_spent", "byok_held", "byok_unknown"]
const gone = ["own_held", "own_unknown", "byok_held", "byok_unknown"].flatMap(each)

/** The column for requests in flight, of what can limit them. */
const inFlight = { max_in_flight: { version: 4, from: null } }

/** The columns for runs, and for requests in flight. */
const ofRuns = [
  ...["max_in_flight", "parent", "requests", "opening_requests", "max_requests"],
  ...["created_at", "charged_at", "ends_at", "listed_at", "stopped"]
]

/** The columns for positions of entries: those of an older export have none. */
const ofEntries = (...names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, { version: 5, from: null }]))

/** Scopes without their holds: all that was spent is an opening balance, and nothing is held. */
const settled = Object.fromEntries([
  ...["holds", ...gone].map((name) => [name, "0"]),
  // Requests whose outcome is unknown were made, too.
  ...["requests", "opening_requests"].map((name) => [name, "requests - holds"]),
  ["opening_day", "day"],
  ...["own", "byok"].flatMap((kind) =>
    windows.map((window) => [`${kind}_opening_${window}`, `${kind}_spent_${window}`])
  )
])

/** Organizations, their keys, and all that is set for them. */
const accountTables: ReadonlyArray<ArchivedTable> = [
  {
    name: "organizations",
    key: ["id"],
    of: "id = ?",
    amounts: ["default_key_limit"],
    added: {
      initial_name: { version: 3, from: "name" },
      default_key_limit: { version: 3, from: null },
      alert_thresholds: { version: 10, from: null }
    }
  },
  { name: "organization_members", key: ["organization_id", "user_id"] },
  { name: "workspaces", key: ["id"], added: inFlight },
  { name: "workspace_members", key: ["workspace_id", "user_id"] },
  {
    name: "api_keys",
    key: ["id"],
    isNumbered: true,
    amounts: ["limit"],
    after: { id: null },
    added: { ...inFlight, is_read_only: { version: 7, from: false } }
  },
  {
    name: "key_secrets",
    key: ["secret_hash"],
    of: "key_id IN (SELECT id FROM api_keys WHERE organization_id = ?)",
    isFilled: true
  },
  { name: "key_prefixes", key: ["organization_id", "prefix"] },
  { name: "gateway_keys", key: ["hash"] },
  { name: "byok_credentials", key: ["id"], after: { sort_order: "is_fallback", created_at: "sort_order" } },
  {
    name: "guardrails",
    key: ["id"],
    amounts: ["limit_usd"],
    added: inFlight,
    after: { enforce_zdr: "updated_at", include_byok_in_budgets: "enforce_zdr" }
  },
  { name: "guardrail_members", key: ["workspace_id", "user_id"] },
  { name: "guardrail_key_assignments", key: ["id"] },
  { name: "presets", key: ["id"] },
  { name: "preset_versions", key: ["id"], page: 100 },
  { name: "webhooks", key: ["id"] },
  { name: "webhook_deliveries", key: ["id"] },
  { name: "image_catalogs", key: ["organization_id"], page: 5 },
  { name: "price_versions", key: ["provider", "name", "valid_from"] }
]

/** What was spent, and the ledger. */
const spendingTables: ReadonlyArray<ArchivedTable> = [
  {
    name: "spending_scopes",
    key: ["id"],
    isNumbered: true,
    withoutLedger: settled,
    added: {
      ...Object.fromEntries(ofRuns.map((name) => [name, { version: 4, from: null }])),
      entries: { version: 5, from: 0 },
      ...Object.fromEntries(["boosts", "thresholds"].map((name) => [name, { version: 6, from: null }])),
      // No version: what an older export has reached is told after the next act.
      checked: { version: 6, from: -1 },
      // The highest one, which the next act lowers: a budget with a lower one than its own would not be found.
      level: { version: 6, from: 10 }
    },
    amounts: ["limit", ...tallies, "own_opening", "byok_opening"].flatMap(each)
  },
  { name: "alerts", key: ["id"], amounts: ["limit_usd", "spent", "held", "unknown", "asked"] },
  { name: "spending_boosts", key: ["id"], amounts: ["amount"] },
  { name: "budget_requests", key: ["id"], amounts: ["asked", "approved"] },
  { name: "spending_names", key: ["id"], isLedger: true, isNumbered: true },
  {
    name: "spending_holds",
    key: ["id"],
    isLedger: true,
    amounts: ["asked", "amount", "cost", "input_tokens", "output_tokens"],
    after: { variant: "outcome" },
    added: ofEntries("entry", "unknown_entry", "unknown_at")
  },
  { name: "spending_days", key: ["organization", "day"], isLedger: true },
  {
    name: "spending_sums",
    key: ["organization", "day", "api_key", "pruned", "workspace", "member", "request", "outcome", "labels"],
    isLedger: true,
    amounts: ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"]
  },
  {
    name: "spending_corrections",
    key: ["id"],
    isLedger: true,
    isNumbered: true,
    added: ofEntries("entry"),
    amounts: ["replaced_cost", "cost"]
  }
]

/** All tables of an export, each after those that it refers to. */
export const archivedTables: ReadonlyArray<ArchivedTable> = [
  ...accountTables,
  ...spendingTables,
  { name: "audit_entries", key: ["id"], isNumbered: true },
  { name: "audit_heads", key: ["organization_id"] },
  { name: "audit_checks", key: ["organization_id"] },
  { name: "list_sizes", key: ["organization_id", "list"], isFilled: true },
  {
    name: "tollgate_meta",
    key: ["name"],
    isFilled: true,
    // When a server last tried whether it can write, and the version of the price book: an import draws another one.
    where: "name NOT IN ('tried_at', 'price_version')",
    ofOrganization: {
      value: `CASE name WHEN 'first_organization_id' THEN CAST(? AS TEXT)
WHEN 'first_management_key' THEN COALESCE((SELECT k.hash FROM api_keys AS k WHERE k.organization_id = ? AND k.is_management
  ORDER BY k.id LIMIT 1), '${UNSET}') ELSE value END`
    }
  }
]

/** The tables that no export has, each with the reason. A new table is in one of both lists. */
export const leftOutTables: Readonly<Record<string, string>> = {
  tollgate_migrations: "An import takes a database with all migrations.",
  authorization_codes: "They are redeemed within minutes, and the user can sign in again.",
  kept_answers: "They are kept for a day, and some have a new key, sealed with the master key."
}
