import { type Columns, inWorkspace } from "../columns.js"
import { UNSET } from "../UNSET.js"

/** The columns of an API key, with its counters. */
export const keyColumns = ({ amount, flag, hash, oneOf, text, textOf, time, uuid, windowId }: Columns) => [
  hash("hash"),
  uuid("organization_id"),
  uuid("workspace_id"),
  textOf(255)("creator_user_id"),
  flag("is_management"),
  textOf(255)("name"),
  text("label"),
  flag("disabled"),
  amount('"limit"', "NULL"),
  oneOf("daily", "weekly", "monthly")("limit_reset", "NULL"),
  flag("include_byok_in_limit"),
  windowId("windows_daily"),
  windowId("windows_weekly"),
  windowId("windows_monthly"),
  amount("usage_total"),
  amount("usage_daily"),
  amount("usage_weekly"),
  amount("usage_monthly"),
  amount("byok_total"),
  amount("byok_daily"),
  amount("byok_weekly"),
  amount("byok_monthly"),
  time("created_at"),
  time("updated_at"),
  time("expires_at", "NULL")
]

/** The management keys of an organization. */
export const managementKeys = `CREATE INDEX api_keys_management ON api_keys (organization_id) WHERE is_management`

/** API keys. */
export const keys = (columns: Columns) => [
  columns.table("api_keys", ...keyColumns(columns), "PRIMARY KEY (hash)", inWorkspace),
  `CREATE INDEX api_keys_of_workspace ON api_keys (organization_id, workspace_id)`,
  managementKeys
]

const remember = `UPDATE tollgate_meta SET value = NEW.hash
  WHERE name = 'first_management_key' AND value = '${UNSET}'`

/** Distinguishes a database that lost its keys from a new one. */
export const rememberFirstManagementKey = {
  sqlite: [
    `CREATE TRIGGER api_keys_first_management AFTER INSERT ON api_keys WHEN NEW.is_management BEGIN ${remember}; END`
  ],
  postgres: [
    `CREATE FUNCTION tollgate_first_management() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${remember}; RETURN NULL; END $$`,
    `CREATE TRIGGER api_keys_first_management AFTER INSERT ON api_keys FOR EACH ROW WHEN (NEW.is_management)
  EXECUTE FUNCTION tollgate_first_management()`
  ]
}
