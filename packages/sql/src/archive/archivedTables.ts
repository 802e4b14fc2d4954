import { UNSET } from "../migrations/UNSET.js"
import type { ArchivedTable } from "./ArchivedTable.js"
import { accountTables } from "./accountTables.js"
import { spendingTables } from "./spendingTables.js"

/**
 * All tables of an export, each after those that it refers to. Whoever adds a table or a column adds it here: a test compares this with the
 * schema.
 */
export const archivedTables: ReadonlyArray<ArchivedTable> = [
  ...accountTables,
  ...spendingTables,
  {
    name: "audit_entries",
    key: ["id"],
    isNumbered: true,
    columns: {
      id: "integer",
      organization_id: "text",
      seq: "integer?",
      hash: "text?",
      created_at: "integer",
      actor_kind: "text",
      actor_hash: "text?",
      actor_user_id: "text?",
      action: "text",
      object: "text?",
      changes: "text",
      secrets: "text",
      request_id: "text?",
      address: "text?"
    }
  },
  {
    name: "audit_heads",
    key: ["organization_id"],
    columns: {
      organization_id: "text",
      seq: "integer",
      hash: "text",
      deleted_seq: "integer",
      deleted_hash: "text"
    }
  },
  {
    name: "list_sizes",
    key: ["organization_id", "list"],
    isFilled: true,
    columns: { organization_id: "text", list: "text", size: "integer" }
  },
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
    },
    columns: { name: "text", value: "text" }
  }
]

/** The tables that no export has, each with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = {
  tollgate_migrations: "An import takes a database with all migrations.",
  authorization_codes: "They are redeemed within minutes, and the user can sign in again.",
  kept_answers: "They are kept for a day, and some have a new key, sealed with the master key."
}
