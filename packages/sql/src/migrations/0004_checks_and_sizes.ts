import type { Counted } from "./counting.js"
import type { Migration } from "./Migration.js"

const listsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  byok_credentials: ["allowed_models", "allowed_api_key_hashes", "allowed_user_ids"],
  guardrails: ["allowed_models", "ignored_models", "allowed_providers", "ignored_providers"]
}

/**
 * Replaces columns by others with a check that says what null is: `json_valid(NULL)` is 0 in SQLite before 3.41, so its
 * `integrity_check` calls a row damaged that is not. The tables stay, so that no foreign key sees a row go.
 */
const replaceColumns = (table: string, names: ReadonlyArray<string>) => [
  ...names.flatMap((name) => [
    `ALTER TABLE ${table} RENAME COLUMN ${name} TO ${name}_before`,
    `ALTER TABLE ${table} ADD COLUMN ${name} TEXT
  CHECK (${name} IS NULL OR (json_valid(${name}) AND json_type(${name}) = 'array'))`
  ]),
  `UPDATE ${table} SET ${names.map((name) => `${name} = ${name}_before`).join(", ")}`,
  ...names.map((name) => `ALTER TABLE ${table} DROP COLUMN ${name}_before`)
]

// A preset lengthens its organization's list first, then its workspace's, so every transaction locks the two sizes in one
// order. Members are added to the organization before they are added to a workspace.
const counted: ReadonlyArray<Counted> = [
  { table: "presets", lists: [{ name: "'presets'" }, { name: "'presets of ' || ROW.workspace_id" }] },
  { table: "workspace_members", lists: [{ name: "'workspace members of ' || ROW.workspace_id" }] }
]

/**
 * Checks of nullable columns that every SQLite understands; the sizes of all lists maintained by triggers; and the checksum
 * of each applied migration.
 */
export const checksAndSizes: Migration = ({ counting, name }) => [
  ...(name === "sqlite" ? Object.entries(listsOf).flatMap(([table, names]) => replaceColumns(table, names)) : []),
  // On PostgreSQL, others may write until the triggers are there: what they store must be counted.
  ...(name === "postgres" ? ["LOCK TABLE presets, workspace_members IN SHARE ROW EXCLUSIVE MODE"] : []),
  ...counted.flatMap(counting),
  "ALTER TABLE organizations DROP COLUMN preset_count",
  "ALTER TABLE workspaces DROP COLUMN preset_count",
  "ALTER TABLE workspaces DROP COLUMN member_count",
  "ALTER TABLE tollgate_migrations ADD COLUMN checksum TEXT"
]
