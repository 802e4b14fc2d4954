import { type Columns, inWorkspace } from "../columns.js"

/** Provider credentials. */
export const byok = ({ bytes, count, flag, jsonArray, table, text, textOf, time, uuid }: Columns) => [
  table(
    "byok_credentials",
    uuid("id"),
    uuid("organization_id"),
    uuid("workspace_id"),
    textOf(255)("provider"),
    bytes("sealed"),
    text("label"),
    textOf(255)("name", "NULL"),
    flag("disabled"),
    flag("is_fallback"),
    jsonArray("allowed_models", "NULL"),
    jsonArray("allowed_api_key_hashes", "NULL"),
    jsonArray("allowed_user_ids", "NULL"),
    count("sort_order"),
    time("created_at"),
    "PRIMARY KEY (id)",
    inWorkspace
  ),
  `CREATE INDEX byok_credentials_in_order ON byok_credentials (organization_id, workspace_id, provider, sort_order)`
]
